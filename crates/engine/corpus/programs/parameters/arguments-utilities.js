function variadicMax() {
  var best = -Infinity;
  for (var i = 0; i < arguments.length; i++) {
    if (arguments[i] > best) best = arguments[i];
  }
  return best;
}
function joinAll(sep) {
  var rest = Array.prototype.slice.call(arguments, 1);
  return rest.join(sep);
}
function countDown(n) {
  return n <= 0 ? 'zero' : n + ' ' + arguments.callee(n - 1);
}
function arrowSees() {
  const inner = () => arguments[1];
  return inner('ignored', 'also ignored');
}
print(variadicMax(3, 9, 4), variadicMax());
print(joinAll('-', 'a', 'b', 'c'));
print(countDown(3));
print(arrowSees('zero', 'one'));
