function twist(a, b, c) {
  arguments[0] = 'changed';
  b = 'assigned';
  arguments[3] = 'extra';
  c = 'unseen';
  return a + ' ' + arguments[1] + ' ' + arguments[2] + ' ' + arguments.length;
}
function unmapped(a, b) {
  'use strict';
  arguments[0] = 'changed';
  b = 'assigned';
  return a + ' ' + arguments[1];
}
function withDefault(a, b = 0) {
  arguments[0] = 'changed';
  return a;
}
print(twist(1, 2));
print(unmapped(1, 2));
print(withDefault(1));
