function commas(n) {
  var a = (n++, n++, n), b;
  for (b = 0, a += 1; b < 3; b++, a--) n += b;
  return a++, b--, a * 100 + b * 10 + n;
}
print(commas(1));
print((1, 2, 3), [(4, 5)].length);
let x = 0;
if (x++, x--, x === 0) print('zero again');
while (x++, x < 3) print('x', x);
const pick = (a, b) => (a, b);
print(pick('l', 'r'));
