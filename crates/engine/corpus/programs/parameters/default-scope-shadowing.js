var x = 'outer';
function f(a = x, b = () => x, c = () => { x = 'changed'; }) {
  var x = 'inner';
  c();
  return a + ' ' + b() + ' ' + x;
}
print(f());
print(x);
function g(first, second = () => first) {
  var first;
  var before = first;
  first = 'body';
  return before + ' ' + second() + ' ' + first;
}
print(g('param'));
