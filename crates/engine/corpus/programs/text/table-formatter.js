"use strict"
const rows = [
  ['item', 'qty', 'price'],
  ['apple', 3, 1.5],
  ['watermelon', 1, 12],
  ['fig', 100, 0.25],
];

function widths(table) {
  return table[0].map((_, col) => Math.max(...table.map(row => String(row[col]).length)));
}

function format(table) {
  const w = widths(table);
  const lines = [];
  for (const [index, row] of table.entries()) {
    const cells = row.map((cell, col) => {
      const text = String(cell);
      return typeof cell === 'number' ? text.padStart(w[col]) : text.padEnd(w[col]);
    });
    lines.push(cells.join(' | '));
    if (index === 0) lines.push(w.map(n => '-'.repeat(n)).join('-+-'));
  }
  return lines;
}

for (const line of format(rows)) print(line);
