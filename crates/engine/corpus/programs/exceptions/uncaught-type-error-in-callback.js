"use strict";
const rows = [{ cells: [1, 2] }, { cells: [3] }, {}];
let total = 0;
rows.forEach(function (row, index) {
  const width = row.cells.length;
  total += width;
  print('row', index, 'width', width, 'total', total);
});
print('after', total);
