// The smallest squared distance between two of the points, by divide and conquer.
function squared(p, q) {
  const dx = p[0] - q[0];
  const dy = p[1] - q[1];
  return dx * dx + dy * dy;
}

function insertionSort(points, key) {
  for (let i = 1; i < points.length; i++) {
    const point = points[i];
    let j = i - 1;
    while (j >= 0 && points[j][key] > point[key]) {
      points[j + 1] = points[j];
      j--;
    }
    points[j + 1] = point;
  }
}

function closest(points, low, high) {
  let best = Infinity;
  if (high - low <= 3) {
    for (let i = low; i < high; i++) {
      for (let j = i + 1; j < high; j++) {
        const d = squared(points[i], points[j]);
        if (d < best) best = d;
      }
    }
    return best;
  }
  const middle = (low + high) >> 1;
  const line = points[middle][0];
  const left = closest(points, low, middle);
  const right = closest(points, middle, high);
  best = left;
  if (right < best) best = right;
  const strip = [];
  for (let i = low; i < high; i++) {
    const dx = points[i][0] - line;
    if (dx * dx < best) strip.push(points[i]);
  }
  insertionSort(strip, 1);
  for (let i = 0; i < strip.length; i++) {
    for (let j = i + 1; j < strip.length; j++) {
      const dy = strip[j][1] - strip[i][1];
      if (dy * dy >= best) break;
      const d = squared(strip[i], strip[j]);
      if (d < best) best = d;
    }
  }
  return best;
}

export function P(points) {
  insertionSort(points, 0);
  return closest(points, 0, points.length);
}

export const relations = {
  swapXY: { T: points => [points.map(([x, y]) => [y, x])], M: (a, b) => a === b },
  mirror: { T: points => [points.map(([x, y]) => [-x, y])], M: (a, b) => a === b },
};
export const valid = points => points.length >= 2 && points.every(p => p.length === 2);
export const domain = { array: { array: { int: [-20, 20] }, length: 2 }, length: [2, 7] };
