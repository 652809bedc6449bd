// The largest sum of at most m pieces of the list that do not touch each other's elements.
export function P(A, m) {
  const n = A.length;
  const inside = [];
  const outside = [];
  for (let k = 0; k <= m; k++) {
    inside[k] = -1000000;
    outside[k] = 0;
  }
  for (let i = 0; i < n; i++) {
    for (let k = m; k >= 1; k--) {
      let start = outside[k - 1] + A[i];
      let go = inside[k] + A[i];
      if (go > start) inside[k] = go;
      else inside[k] = start;
      if (inside[k] > outside[k]) outside[k] = inside[k];
    }
  }
  let best = 0;
  for (let k = 0; k <= m; k++) {
    if (outside[k] > best) best = outside[k];
  }
  return best;
}

export const relations = {
  reverse: { T: (A, m) => [[A.toReversed(), m]], M: (a, b) => a === b },
  oneMore: { T: (A, m) => [[A, m + 1]], M: (a, b) => b >= a },
};
export const valid = (A, m) => m >= 1 && m <= 4;
export const domain = [{ array: { int: [-20, 20] }, length: [1, 7] }, { int: [1, 3] }];
