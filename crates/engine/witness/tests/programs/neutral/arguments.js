function f(a) { a = 2; arguments[0] = 3; return a + arguments.length }
print(f(1, 2));
function g() { return (() => arguments[0])() }
print(g(7));
var h = function () { return arguments.callee === h };
print(h());
