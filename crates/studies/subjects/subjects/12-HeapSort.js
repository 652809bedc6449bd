// Sorts with a heap.
function sift(A, start, end) {
  let root = start;
  while (2 * root + 1 < end) {
    let child = 2 * root + 1;
    if (child + 1 < end && A[child] < A[child + 1]) child = child + 1;
    if (A[root] < A[child]) {
      const kept = A[root];
      A[root] = A[child];
      A[child] = kept;
      root = child;
    } else {
      return;
    }
  }
}

export function P(A) {
  const n = A.length;
  for (let start = (n >> 1) - 1; start >= 0; start--) sift(A, start, n);
  for (let end = n - 1; end > 0; end--) {
    const kept = A[0];
    A[0] = A[end];
    A[end] = kept;
    sift(A, 0, end);
  }
  return A;
}

export const relations = {
  reverse: { T: A => [A.toReversed()], M: (a, b) => a.join() === b.join() },
  rotate: { T: A => [[...A.slice(1), ...A.slice(0, 1)]], M: (a, b) => a.join() === b.join() },
  exchange: { T: A => [[...A.slice(0, 2).toReversed(), ...A.slice(2)]], M: (a, b) => a.join() === b.join() },
};
export const domain = { array: { int: [-20, 20] }, length: [1, 7] };
