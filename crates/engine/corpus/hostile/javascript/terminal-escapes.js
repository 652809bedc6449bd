// Attacks everything that shows the output: escapes, bidi characters, very long and very many lines.
const escape = String.fromCharCode(27);
function repeat(text, times) {
  let made = '';
  for (let i = 0; i < times; i += 1) {
    made += text;
  }
  return made;
}
print(escape + '[2J' + escape + ']0;forged\u0007');
print('\u202eforged\u202c', '\r\n\r\n', '\b\b\b');
const long = repeat('0123456789', 40);
print(long.length, long.repeat(500));
for (let i = 0; i < 20; i += 1) print(i);
