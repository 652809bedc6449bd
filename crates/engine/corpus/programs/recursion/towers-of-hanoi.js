function hanoi(n, from, to, via, moves) {
  if (n === 0) return moves;
  hanoi(n - 1, from, via, to, moves);
  moves.push(from + to);
  hanoi(n - 1, via, to, from, moves);
  return moves;
}
var moves = hanoi(4, 'A', 'C', 'B', []);
print(moves.length);
print(moves.join(' '));
