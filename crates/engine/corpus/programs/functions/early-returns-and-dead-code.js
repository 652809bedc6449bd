function sign(n) {
  if (n > 0) return 1;
  if (n < 0) return -1;
  return 0;
  print('dead');
  n = 5;
}
function gate(x) {
  if (!x) {
    return 'empty';
    x = 'dead assignment';
  }
  while (true) {
    return 'looped';
  }
  return 'dead';
}
function thrower() {
  throw 'up';
  return 'dead';
}
const DEBUG = false;
if (DEBUG) { print('debug on'); } else if (1 > 2) { print('maths broke'); }
if (false) print('dead branch');
for (; false;) print('dead loop');
print(sign(3), sign(-3), sign(0), gate(''), gate(1));
try { thrower(); print('dead'); } catch (e) { print(e); }
