function calc(expr) {
  var a = 6;
  let b = 7;
  const twice = function (x) { return x * 2; };
  var result = eval(expr);
  return result + ' ' + a + ' ' + b;
}
print(calc('a * b'));
print(calc('a = 1; twice(a + b)'));
print(calc('var a = 100; b++'));
print(calc('(function () { return typeof expr; })()'));
