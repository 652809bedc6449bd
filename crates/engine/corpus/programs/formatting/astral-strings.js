const text = 'a😀b𝒳c';   /* 😀 in a comment */ const after = 'same line';
function measure(s) {
  let units = s.length, points = 0, astral = 0;
  for (const ch of s) {
    points++;
    if (ch.length === 2) astral++;
  }
  return units + ' units ' + points + ' points ' + astral + ' astral';
}
print(measure(text)); print(after);
print(measure('👩‍👩‍👧')); /* 👩‍👩‍👧 */ print([...'é'].length, 'e\u0301'.normalize().length);
const 𝒜 = 'astral identifier', tail = '𝒳'.charCodeAt(1).toString(16);
print(𝒜, tail); print('\u{1F600}' === '😀', '😀'.codePointAt(0));
print(text.split('').reverse().length, [...text].reverse().join(''));
