'use strict';

function findPair(grid, target) {
  let where = 'nowhere', looked = 0;
  rows:
  for (let y = 0; y < grid.length; y++) {
    for (let x = 0; x < grid[y].length; x++) {
      looked++;
      if (grid[y][x] < 0) continue rows;
      if (grid[y][x] === target) {
        where = x + ',' + y;
        break rows;
      }
    }
  }
  return where + ' after ' + looked;
}

const grid = [
  [4, 8, 15],
  [-1, 16, 23],
  [42, 5, 6],
];
print(findPair(grid, 15));
print(findPair(grid, 16));
print(findPair(grid, 5));
