// The number of insertions, deletions and replacements between two texts.
export function P(a, b) {
  const rows = [];
  for (let i = 0; i <= a.length; i++) {
    rows[i] = [];
    rows[i][0] = i;
  }
  for (let j = 0; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let cost = 1;
      if (a[i - 1] === b[j - 1]) cost = 0;
      let best = rows[i - 1][j - 1] + cost;
      if (rows[i - 1][j] + 1 < best) best = rows[i - 1][j] + 1;
      if (rows[i][j - 1] + 1 < best) best = rows[i][j - 1] + 1;
      rows[i][j] = best;
    }
  }
  return rows[a.length][b.length];
}

const reversed = text => text.split('').reverse().reduce((all, one) => all + one, '');
export const relations = {
  reverse: { T: (a, b) => [[reversed(a), reversed(b)]], M: (x, y) => x === y },
  exchange: { T: (a, b) => [[b, a]], M: (x, y) => x === y },
};
export const domain = [{ string: 'abc', length: [0, 5] }, { string: 'abc', length: [0, 5] }];
