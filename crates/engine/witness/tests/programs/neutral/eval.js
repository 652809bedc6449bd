function f(a) { eval('var b = a + 1'); return b }
print(f(1));
let c = 1; print(eval('c + 1'));
print(eval('1;;;'), eval('let q = 1; if (q) { 5 }'));
function g() { eval('function h() { return 1 }'); return h() }
print(g());
function k() { eval('var m'); function n() {} return typeof m }
print(k());
