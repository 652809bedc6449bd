function mix() {
  let log = '', i = 0;
  while (i < 3) {
    let j = 0;
    do {
      for (const ch of 'xy') {
        if (i === 1 && ch === 'x') continue;
        for (const key in { k: 1, m: 2 }) {
          if (key === 'm' && j) break;
          log += i + '' + j + ch + key + ' ';
        }
      }
      j++;
    } while (j < 2);
    i++;
  }
  return log.trim();
}
const out = mix();
print(out);
print(out.split(' ').length);
