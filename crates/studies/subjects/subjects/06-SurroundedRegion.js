// Fields with 1 that cannot reach the border through ones become 0.
function flood(board, keep, row, column) {
  const stack = [[row, column]];
  while (stack.length > 0) {
    const [r, c] = stack.pop();
    if (r < 0 || r >= board.length || c < 0 || c >= board[0].length) continue;
    if (board[r][c] !== 1 || keep[r][c]) continue;
    keep[r][c] = true;
    stack.push([r + 1, c]);
    stack.push([r - 1, c]);
    stack.push([r, c + 1]);
    stack.push([r, c - 1]);
  }
}

export function P(board) {
  const rows = board.length;
  const columns = board[0].length;
  const keep = [];
  for (let r = 0; r < rows; r++) {
    keep[r] = [];
    for (let c = 0; c < columns; c++) keep[r][c] = false;
  }
  for (let r = 0; r < rows; r++) {
    flood(board, keep, r, 0);
    flood(board, keep, r, columns - 1);
  }
  for (let c = 0; c < columns; c++) {
    flood(board, keep, 0, c);
    flood(board, keep, rows - 1, c);
  }
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      if (board[r][c] === 1 && !keep[r][c]) board[r][c] = 0;
    }
  }
  return board;
}

const transposed = board => board[0].map((_, c) => board.map(row => row[c]));
export const relations = {
  transpose: { T: board => [transposed(board)], M: (a, b) => transposed(a).join() === b.join() },
  mirror: { T: board => [board.map(row => row.toReversed())], M: (a, b) => a.map(row => row.toReversed()).join() === b.join() },
};
export const valid = board => board.length > 0 && board[0].length > 0 && board.every(row => row.length === board[0].length);
export const domain = { matrix: { int: [0, 1] }, rows: [1, 5], columns: [1, 5] };
