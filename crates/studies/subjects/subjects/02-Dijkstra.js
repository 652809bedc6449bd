// The length of the shortest way from s to t; weight 0 stands for no edge, -1 for no way.
export function P(W, s, t) {
  const n = W.length;
  const dist = [];
  const done = [];
  for (let i = 0; i < n; i++) {
    dist[i] = -1;
    done[i] = false;
  }
  dist[s] = 0;
  for (let round = 0; round < n; round++) {
    let u = -1;
    for (let i = 0; i < n; i++) {
      if (!done[i] && dist[i] >= 0) {
        if (u < 0 || dist[i] < dist[u]) u = i;
      }
    }
    if (u < 0) break;
    if (u === t) return dist[t];
    done[u] = true;
    for (let v = 0; v < n; v++) {
      if (W[u][v] > 0 && !done[v]) {
        const through = dist[u] + W[u][v];
        if (dist[v] < 0 || through < dist[v]) dist[v] = through;
      }
    }
  }
  return dist[t];
}

const transposed = W => W.map((row, i) => row.map((_, j) => W[j][i]));
const relabelled = W => W.map(row => row.toReversed()).toReversed();
export const relations = {
  transpose: { T: (W, s, t) => [[transposed(W), t, s]], M: (a, b) => a === b },
  relabel: { T: (W, s, t) => [[relabelled(W), W.length - 1 - s, W.length - 1 - t]], M: (a, b) => a === b },
};
export const valid = (W, s, t) =>
  W.length > 0 && W.every(row => row.length === W.length && row.every(w => w >= 0)) &&
  s >= 0 && s < W.length && t >= 0 && t < W.length;
export const domain = [{ matrix: { int: [0, 20] } }, { int: [0, 5] }, { int: [0, 5] }];
export const generate = random => {
  const n = random.int(2, 5);
  const weight = () => (random.int(0, 2) === 0 ? 0 : random.int(1, 20));
  return [random.array(n, () => random.array(n, weight)), random.int(0, n - 1), random.int(0, n - 1)];
};
