function declare(code) {
  eval(code);
  return typeof fresh + ' ' + typeof local + ' ' + typeof helper;
}
print(declare('var fresh = 1'));
print(declare('let local = 2; const c = 3;'));
print(declare('function helper() { return 4; } var fresh = helper();'));
print(declare('"use strict"; var fresh = 1'));
print(typeof fresh);
