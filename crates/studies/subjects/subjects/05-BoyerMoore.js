// Whether the pattern is in the text, with the rules of the bad character and of the good suffix.
function lastOccurrence(pattern, code) {
  let last = -1;
  for (let k = 0; k < pattern.length; k++) {
    if (pattern.charCodeAt(k) === code) last = k;
  }
  return last;
}

function suffixShift(pattern, j) {
  const m = pattern.length;
  for (let shift = 1; shift < m; shift++) {
    let fits = true;
    for (let k = m - 1; k > j; k--) {
      if (k - shift >= 0 && pattern.charCodeAt(k - shift) !== pattern.charCodeAt(k)) {
        fits = false;
        break;
      }
    }
    if (fits) return shift;
  }
  return m;
}

export function P(text, pattern) {
  const n = text.length;
  const m = pattern.length;
  let at = 0;
  while (at + m <= n) {
    let j = m - 1;
    while (j >= 0 && pattern.charCodeAt(j) === text.charCodeAt(at + j)) j--;
    if (j < 0) return true;
    const bad = j - lastOccurrence(pattern, text.charCodeAt(at + j));
    const good = suffixShift(pattern, j);
    let shift = 1;
    if (bad > shift) shift = bad;
    if (good > shift) shift = good;
    at += shift;
  }
  return false;
}

const reversedText = text => text.split('').reverse().reduce((all, one) => all + one, '');
export const relations = {
  reverse: { T: (text, pattern) => [[reversedText(text), reversedText(pattern)]], M: (a, b) => a === b },
  extend: { T: (text, pattern) => [[text + 'c', pattern], ['a' + text, pattern]], M: (a, b, c) => !a || (b && c) },
};
export const valid = (text, pattern) => pattern.length > 0;
export const domain = [{ string: 'abc', length: [1, 8] }, { string: 'abc', length: [1, 4] }];
