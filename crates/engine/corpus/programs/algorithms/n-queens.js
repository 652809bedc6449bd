function queens(n) {
  let solutions = 0, first = null;
  const cols = [];
  const safe = (row, col) => {
    for (let r = 0; r < row; r++) {
      const c = cols[r];
      if (c === col || Math.abs(c - col) === row - r) return false;
    }
    return true;
  };
  (function place(row) {
    if (row === n) {
      solutions++;
      if (!first) first = cols.join('');
      return;
    }
    for (let col = 0; col < n; col++) {
      if (!safe(row, col)) continue;
      cols[row] = col;
      place(row + 1);
    }
    cols.length = row;
  })(0);
  return n + ': ' + solutions + ' ' + first;
}
print(queens(3));
print(queens(4));
print(queens(1));
