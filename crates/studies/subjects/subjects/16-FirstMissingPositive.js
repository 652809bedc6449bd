// The smallest positive number that is not in the list, by putting numbers where they belong.
export function P(A) {
  const n = A.length;
  let i = 0;
  while (i < n) {
    const value = A[i];
    if (value >= 1 && value <= n && A[value - 1] !== value) {
      A[i] = A[value - 1];
      A[value - 1] = value;
    } else {
      i++;
    }
  }
  for (let k = 0; k < n; k++) {
    if (A[k] !== k + 1) return k + 1;
  }
  return n + 1;
}

export const relations = {
  reverse: { T: A => [A.toReversed()], M: (a, b) => a === b },
  shuffle: { T: A => [[...A.slice(1), ...A.slice(0, 1)], [...A.filter((_, i) => i % 2 === 1), ...A.filter((_, i) => i % 2 === 0)]], M: (a, b, c) => a === b && a === c },
};
export const domain = { array: { int: [-3, 8] }, length: [1, 6] };
