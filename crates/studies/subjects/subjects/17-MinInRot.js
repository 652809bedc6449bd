// The smallest number of a rotated sorted list of different numbers.
export function P(A) {
  let low = 0;
  let high = A.length - 1;
  while (low < high) {
    if (A[low] < A[high]) return A[low];
    const middle = (low + high) >> 1;
    if (A[middle] > A[high]) low = middle + 1;
    else high = middle;
  }
  return A[low];
}

export const relations = {
  rotate: { T: A => [[...A.slice(1), ...A.slice(0, 1)]], M: (a, b) => a === b },
  rotateTwice: { T: A => [[...A.slice(2), ...A.slice(0, 2)]], M: (a, b) => a === b },
  add: { T: A => [A.map(a => a + 7)], M: (a, b) => b === a + 7 },
};
export const valid = A => {
  let drops = 0;
  for (let i = 0; i + 1 < A.length; i++) {
    if (A[i] > A[i + 1]) drops++;
    else if (A[i] === A[i + 1]) return false;
  }
  if (A.length === 0 || drops > 1) return false;
  return drops === 0 || A[A.length - 1] < A[0];
};
export const domain = { array: { int: [-60, 60] } };
export const generate = random => {
  const length = random.int(1, 7);
  const sorted = [];
  let value = random.int(-20, 0);
  for (let i = 0; i < length; i++) {
    sorted.push(value);
    value += random.int(1, 6);
  }
  const by = random.int(0, length - 1);
  return [...sorted.slice(by), ...sorted.slice(0, by)];
};
