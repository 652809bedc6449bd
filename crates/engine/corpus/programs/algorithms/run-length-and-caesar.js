function encode(text) {
  let out = '', i = 0;
  while (i < text.length) {
    let j = i;
    while (text[j] === text[i]) j++;
    out += (j - i > 1 ? j - i : '') + text[i];
    i = j;
  }
  return out;
}
function decode(code) {
  let out = '', count = '';
  for (const ch of code) {
    if (ch >= '0' && ch <= '9') { count += ch; continue; }
    out += ch.repeat(count === '' ? 1 : +count);
    count = '';
  }
  return out;
}
function caesar(text, by) {
  return text.split('').map(function (ch) {
    const code = ch.charCodeAt(0);
    if (code < 97 || code > 122) return ch;
    return String.fromCharCode((code - 97 + by + 26) % 26 + 97);
  }).join('');
}
const packed = encode('aaabccdddddd');
print(packed, decode(packed));
print(caesar('hello, world', 3), caesar(caesar('hello', 5), -5));
