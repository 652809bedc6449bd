// How often t is a subsequence of s.
export function P(s, t) {
  const ways = [];
  for (let j = 0; j <= t.length; j++) ways[j] = 0;
  ways[0] = 1;
  for (let i = 0; i < s.length; i++) {
    for (let j = t.length; j >= 1; j--) {
      if (s[i] === t[j - 1]) ways[j] = ways[j] + ways[j - 1];
    }
  }
  return ways[t.length];
}

const reversed = text => text.split('').reverse().reduce((all, one) => all + one, '');
export const relations = {
  reverse: { T: (s, t) => [[reversed(s), reversed(t)]], M: (a, b) => a === b },
  append: { T: (s, t) => [[s + 'a', t], [s, t]], M: (a, b) => b >= a },
};
export const domain = [{ string: 'ab', length: [0, 6] }, { string: 'ab', length: [0, 3] }];
