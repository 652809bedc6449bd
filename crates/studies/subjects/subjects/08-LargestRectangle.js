// The area of the largest rectangle below a skyline.
export function P(heights) {
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

export const relations = {
  reverse: { T: heights => [heights.toReversed()], M: (a, b) => a === b },
  double: { T: heights => [heights.map(h => h * 2)], M: (a, b) => b === 2 * a },
};
export const valid = heights => heights.every(h => h >= 0);
export const domain = { array: { int: [0, 20] }, length: [1, 7] };
