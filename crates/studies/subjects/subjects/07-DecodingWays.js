// In how many ways digits can be read as letters: 1 is A, 26 is Z.
export function P(digits) {
  let before = 1;
  let current = 1;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 48;
    let next = 0;
    if (digit !== 0) next = next + current;
    if (i > 0) {
      const pair = (digits.charCodeAt(i - 1) - 48) * 10 + digit;
      if (pair >= 10 && pair <= 26) next = next + before;
    }
    before = current;
    current = next;
  }
  return current;
}

export const relations = {
  append: { T: digits => [digits + '1', digits + '7', digits + '9'], M: (a, b, c, d) => b >= a && c >= a && d >= a },
  appendOne: { T: digits => [digits + '1', digits + '11'], M: (a, b, c) => c === a + b },
  prepend: { T: digits => ['9' + digits], M: (a, b) => a === b },
};
export const domain = { string: '0123456789', length: [1, 6] };
