// Sorts by dividing around the last element.
function divide(A, low, high) {
  const pivot = A[high];
  let border = low;
  for (let i = low; i < high; i++) {
    if (A[i] < pivot) {
      const kept = A[i];
      A[i] = A[border];
      A[border] = kept;
      border++;
    }
  }
  const kept = A[high];
  A[high] = A[border];
  A[border] = kept;
  return border;
}

function sort(A, low, high) {
  if (low < high) {
    const middle = divide(A, low, high);
    sort(A, low, middle - 1);
    sort(A, middle + 1, high);
  }
}

export function P(A) {
  sort(A, 0, A.length - 1);
  return A;
}

export const relations = {
  reverse: { T: A => [A.toReversed()], M: (a, b) => a.join() === b.join() },
  rotate: { T: A => [[...A.slice(1), ...A.slice(0, 1)]], M: (a, b) => a.join() === b.join() },
  exchange: { T: A => [[...A.slice(0, 2).toReversed(), ...A.slice(2)]], M: (a, b) => a.join() === b.join() },
};
export const domain = { array: { int: [-20, 20] }, length: [1, 7] };
