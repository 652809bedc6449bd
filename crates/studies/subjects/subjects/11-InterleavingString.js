// Whether c is made of a and b, each in its order.
export function P(a, b, c) {
  if (a.length + b.length !== c.length) return false;
  const reach = [];
  for (let i = 0; i <= a.length; i++) {
    reach[i] = [];
    for (let j = 0; j <= b.length; j++) {
      if (i === 0 && j === 0) {
        reach[i][j] = true;
        continue;
      }
      reach[i][j] = false;
      if (i > 0 && reach[i - 1][j] && a[i - 1] === c[i + j - 1]) reach[i][j] = true;
      if (j > 0 && reach[i][j - 1] && b[j - 1] === c[i + j - 1]) reach[i][j] = true;
    }
  }
  return reach[a.length][b.length];
}

const reversed = text => text.split('').reverse().reduce((all, one) => all + one, '');
export const relations = {
  reverse: { T: (a, b, c) => [[reversed(a), reversed(b), reversed(c)]], M: (x, y) => x === y },
  exchange: { T: (a, b, c) => [[b, a, c]], M: (x, y) => x === y },
};
export const domain = [{ string: 'abc' }, { string: 'abc' }, { string: 'abc' }];
export const generate = random => {
  const make = length => random.array(length, () => random.pick(['a', 'b', 'c'])).join('');
  const a = make(random.int(0, 4)), b = make(random.int(0, 4));
  if (random.int(0, 3) === 0) return [a, b, make(a.length + b.length)];
  let c = '', i = 0, j = 0;
  while (i < a.length || j < b.length) {
    if (j >= b.length || (i < a.length && random.boolean())) c += a[i++];
    else c += b[j++];
  }
  return [a, b, c];
};
