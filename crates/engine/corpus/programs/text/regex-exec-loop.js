"use strict";
function tokenize(source) {
  const pattern = /\s*(?:(\d+(?:\.\d+)?)|([a-z_]\w*)|("(?:[^"\\]|\\.)*")|(.))/gy;
  const tokens = [];
  let m;
  while ((m = pattern.exec(source)) !== null) {
    const [, num, word, str, punct] = m;
    if (num !== undefined) tokens.push('N' + num);
    else if (word !== undefined) tokens.push('W' + word);
    else if (str !== undefined) tokens.push('S' + str.length);
    else tokens.push('P' + punct);
    if (tokens.length > 50) throw new Error('runaway');
  }
  return tokens;
}
const tokens = tokenize('let x_1 = 3.25 + foo("a\\"b", 7);');
print(tokens.length);
print(tokens.join(' '));
