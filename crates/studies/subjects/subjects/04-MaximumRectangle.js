// The area of the largest rectangle of ones.
function largestInHistogram(heights) {
  const stack = [];
  let best = 0;
  for (let i = 0; i <= heights.length; i++) {
    const height = i < heights.length ? heights[i] : 0;
    while (stack.length > 0 && heights[stack[stack.length - 1]] >= height) {
      const top = stack.pop();
      const left = stack.length > 0 ? stack[stack.length - 1] + 1 : 0;
      const area = heights[top] * (i - left);
      if (area > best) best = area;
    }
    stack.push(i);
  }
  return best;
}

export function P(M) {
  const columns = M[0].length;
  const heights = [];
  for (let j = 0; j < columns; j++) heights[j] = 0;
  let best = 0;
  for (let i = 0; i < M.length; i++) {
    for (let j = 0; j < columns; j++) {
      if (M[i][j] === 1) heights[j] = heights[j] + 1;
      else heights[j] = 0;
    }
    const area = largestInHistogram(heights);
    if (area > best) best = area;
  }
  return best;
}

export const relations = {
  transpose: { T: M => [M[0].map((_, j) => M.map(row => row[j]))], M: (a, b) => a === b },
  upsideDown: { T: M => [M.toReversed()], M: (a, b) => a === b },
};
export const valid = M => M.length > 0 && M[0].length > 0 && M.every(row => row.length === M[0].length);
export const domain = { matrix: { int: [0, 1] }, rows: [1, 4], columns: [1, 4] };
