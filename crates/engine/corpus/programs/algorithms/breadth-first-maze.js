"use strict"
const maze = [
  'S.#.....',
  '..#.###.',
  '.##...#.',
  '....#.#E',
];

function solve(rows) {
  const height = rows.length, width = rows[0].length;
  const queue = [[0, 0, 0]];
  const seen = new Set(['0,0']);
  let visited = 0;
  while (queue.length > 0) {
    const [x, y, dist] = queue.shift();
    visited++;
    if (rows[y][x] === 'E') return { dist, visited };
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1]]) {
      const nx = x + dx, ny = y + dy;
      if (nx < 0 || ny < 0 || nx >= width || ny >= height) continue;
      const key = nx + ',' + ny;
      if (rows[ny][nx] === '#' || seen.has(key)) continue;
      seen.add(key);
      queue.push([nx, ny, dist + 1]);
    }
  }
  return null;
}

const found = solve(maze);
print(found.dist, found.visited);
print(solve(['S#E']) === null);
