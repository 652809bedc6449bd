// Whether the target is in a matrix whose rows and columns are sorted.
export function P(M, target) {
  let row = 0;
  let column = M[0].length - 1;
  while (row < M.length && column >= 0) {
    const value = M[row][column];
    if (value === target) return true;
    if (value > target) column--;
    else row++;
  }
  return false;
}

const transposed = M => M[0].map((_, j) => M.map(row => row[j]));
export const relations = {
  transpose: { T: (M, target) => [[transposed(M), target]], M: (a, b) => a === b },
  negate: {
    T: (M, target) => [[M.map(row => row.map(v => -v).toReversed()).toReversed(), -target]],
    M: (a, b) => a === b,
  },
};
export const valid = (M, target) => {
  if (M.length === 0 || M[0].length === 0) return false;
  for (let i = 0; i < M.length; i++) {
    if (M[i].length !== M[0].length) return false;
    for (let j = 0; j < M[0].length; j++) {
      if (i > 0 && M[i - 1][j] > M[i][j]) return false;
      if (j > 0 && M[i][j - 1] > M[i][j]) return false;
    }
  }
  return true;
};
export const domain = [{ matrix: { int: [-10, 60] } }, { int: [-10, 60] }];
export const generate = random => {
  const rows = random.int(1, 4), columns = random.int(1, 4);
  const M = [];
  for (let i = 0; i < rows; i++) {
    M[i] = [];
    for (let j = 0; j < columns; j++) {
      const above = i > 0 ? M[i - 1][j] : 0, before = j > 0 ? M[i][j - 1] : 0;
      M[i][j] = Math.max(above, before) + random.int(0, 4);
    }
  }
  return [M, random.int(0, 2) === 0 ? random.int(0, 20) : random.pick(random.pick(M))];
};
