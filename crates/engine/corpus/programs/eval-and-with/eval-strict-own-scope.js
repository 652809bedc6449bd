"use strict";
function scoped() {
  let inside = 'untouched';
  eval('var inside2 = 1; inside = "touched";');
  return inside + ' ' + typeof inside2;
}
print(scoped());
try {
  eval('undeclared = 1');
} catch (e) {
  print(e.name);
}
print(eval('let z = 4; z * z'));
