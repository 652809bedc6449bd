// The weight of a smallest tree that connects all nodes.
export function P(W) {
  const n = W.length;
  const cost = [];
  const inTree = [];
  for (let i = 0; i < n; i++) {
    cost[i] = Infinity;
    inTree[i] = false;
  }
  cost[0] = 0;
  let total = 0;
  for (let round = 0; round < n; round++) {
    let u = -1;
    for (let i = 0; i < n; i++) {
      if (!inTree[i] && (u < 0 || cost[i] < cost[u])) u = i;
    }
    inTree[u] = true;
    total += cost[u];
    for (let v = 0; v < n; v++) {
      if (!inTree[v] && W[u][v] < cost[v]) cost[v] = W[u][v];
    }
  }
  return total;
}

const transposed = W => W.map((row, i) => row.map((_, j) => W[j][i]));
const relabelled = W => W.map(row => row.toReversed()).toReversed();
export const relations = {
  transpose: { T: W => [transposed(W)], M: (a, b) => a === b },
  relabel: { T: W => [relabelled(W)], M: (a, b) => a === b },
  add: { T: W => [W.map(row => row.map(w => w + 5))], M: (a, b, { inputs }) => b === a + 5 * (inputs[0].length - 1) },
};
export const valid = W => {
  if (W.length === 0) return false;
  for (let i = 0; i < W.length; i++) {
    if (W[i].length !== W.length) return false;
    for (let j = 0; j < i; j++) {
      if (W[i][j] !== W[j][i]) return false;
    }
  }
  return true;
};
export const domain = { matrix: { int: [-20, 40] } };
export const generate = random => {
  const n = random.int(1, 5);
  const W = random.array(n, () => random.array(n, () => random.int(1, 20)));
  return W.map((row, i) => row.map((_, j) => (i < j ? W[i][j] : W[j][i])));
};
