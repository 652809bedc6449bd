const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
function encode(bytes) {
  let out = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const [a, b = 0, c = 0] = bytes.slice(i, i + 3);
    const left = bytes.length - i;
    const n = a << 16 | b << 8 | c;
    out += alphabet[n >> 18] + alphabet[n >> 12 & 63];
    out += left > 1 ? alphabet[n >> 6 & 63] : '=';
    out += left > 2 ? alphabet[n & 63] : '=';
  }
  return out;
}
const bytesOf = s => [...s].map(ch => ch.charCodeAt(0));
for (const word of ['', 'M', 'Ma', 'Man', 'debug!']) print(word.length, encode(bytesOf(word)));
