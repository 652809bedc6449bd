// The largest sum of a piece of the list. When the sum falls below zero it has to start again from
// zero, and that is missing.
export function P(A) {
  let ans = 0, cnt = 0;
  for (let i = 0; i < A.length; i++) {
    cnt += A[i];
    if (cnt > ans) ans = cnt;
    if (cnt < 0) { /* cnt = 0 is missing */ }
  }
  return ans;
}

export const relations = {
  reverse: { T: A => [A.slice().reverse()], M: (a, b) => a === b },
};
export const domain = { array: { int: [-20, 20] }, length: [1, 7] };
