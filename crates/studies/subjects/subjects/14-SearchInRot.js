// Where the target is in a rotated sorted list of different numbers, or -1.
export function P(A, target) {
  let low = 0;
  let high = A.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (A[middle] === target) return middle;
    if (A[low] <= A[middle]) {
      if (A[low] <= target && target < A[middle]) high = middle - 1;
      else low = middle + 1;
    } else {
      if (A[middle] < target && target <= A[high]) low = middle + 1;
      else high = middle - 1;
    }
  }
  return -1;
}

const rotated = A => [...A.slice(1), ...A.slice(0, 1)];
export const relations = {
  rotate: {
    T: (A, target) => [[rotated(A), target]],
    M: (a, b, { inputs }) => b === (a === -1 ? -1 : (a + inputs[0][0].length - 1) % inputs[0][0].length),
  },
  negateAndReverse: {
    T: (A, target) => [[A.map(a => -a).toReversed(), -target]],
    M: (a, b, { inputs }) => b === (a === -1 ? -1 : inputs[0][0].length - 1 - a),
  },
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
export const domain = [{ array: { int: [-60, 60] } }, { int: [-60, 60] }];
export const generate = random => {
  const length = random.int(1, 7);
  const sorted = [];
  let value = random.int(-20, 0);
  for (let i = 0; i < length; i++) {
    sorted.push(value);
    value += random.int(1, 6);
  }
  const by = random.int(0, length - 1);
  const A = [...sorted.slice(by), ...sorted.slice(0, by)];
  return [A, random.int(0, 2) === 0 ? random.int(-20, 25) : random.pick(A)];
};
