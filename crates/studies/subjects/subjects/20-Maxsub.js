// The largest sum of a piece of the list.
export function P(A) {
  let ans = 0;
  let cnt = 0;
  for (let i = 0; i < A.length; i++) {
    cnt += A[i];
    if (cnt > ans) ans = cnt;
    if (cnt < 0) cnt = 0;
  }
  return ans;
}

export const relations = {
  reverse: { T: A => [A.toReversed()], M: (a, b) => a === b },
  append: { T: A => [[...A, 0], [...A, -3]], M: (a, b, c) => a === b && a === c },
};
export const domain = { array: { int: [-20, 20] }, length: [1, 7] };
