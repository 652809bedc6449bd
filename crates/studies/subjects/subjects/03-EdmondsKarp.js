// The largest flow from s to t through edges with capacities.
function findPath(residual, s, t, parent) {
  const n = residual.length;
  for (let i = 0; i < n; i++) parent[i] = -1;
  parent[s] = s;
  const queue = [s];
  let head = 0;
  while (head < queue.length) {
    const u = queue[head];
    head++;
    for (let v = 0; v < n; v++) {
      if (parent[v] < 0 && residual[u][v] > 0) {
        parent[v] = u;
        if (v === t) return true;
        queue.push(v);
      }
    }
  }
  return false;
}

export function P(C, s, t) {
  const n = C.length;
  const residual = [];
  for (let i = 0; i < n; i++) {
    residual[i] = [];
    for (let j = 0; j < n; j++) residual[i][j] = C[i][j];
  }
  const parent = [];
  let flow = 0;
  if (s === t) return 0;
  while (findPath(residual, s, t, parent)) {
    let amount = Infinity;
    let v = t;
    while (v !== s) {
      const u = parent[v];
      if (residual[u][v] < amount) amount = residual[u][v];
      v = u;
    }
    v = t;
    while (v !== s) {
      const u = parent[v];
      residual[u][v] -= amount;
      residual[v][u] += amount;
      v = u;
    }
    flow += amount;
  }
  return flow;
}

const transposed = C => C.map((row, i) => row.map((_, j) => C[j][i]));
const relabelled = C => C.map(row => row.toReversed()).toReversed();
export const relations = {
  transpose: { T: (C, s, t) => [[transposed(C), t, s]], M: (a, b) => a === b },
  relabel: { T: (C, s, t) => [[relabelled(C), C.length - 1 - s, C.length - 1 - t]], M: (a, b) => a === b },
};
export const valid = (C, s, t) =>
  C.length > 0 && C.every(row => row.length === C.length && row.every(c => c >= 0)) &&
  s >= 0 && s < C.length && t >= 0 && t < C.length;
export const domain = [{ matrix: { int: [0, 9] } }, { int: [0, 4] }, { int: [0, 4] }];
export const generate = random => {
  const n = random.int(2, 5);
  const capacity = () => (random.int(0, 2) === 0 ? 0 : random.int(1, 9));
  return [random.array(n, () => random.array(n, capacity)), random.int(0, n - 1), random.int(0, n - 1)];
};
