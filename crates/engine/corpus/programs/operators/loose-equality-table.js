const values = [0, '', '0', null, undefined, false, NaN, [], [0]];
const names = ['0', '""', '"0"', 'null', 'undef', 'false', 'NaN', '[]', '[0]'];

function row(i) {
  let line = '';
  for (let j = 0; j < values.length; j++) {
    line += values[i] == values[j] ? '=' : '.';
  }
  return line;
}
for (let i = 0; i < values.length; i++) print(row(i), names[i]);
print(Object.is(NaN, NaN), Object.is(0, -0));
