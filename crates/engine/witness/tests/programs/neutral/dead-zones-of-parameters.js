function f(a = () => b, b = a()) { return b }
try { f() } catch (e) { print(e.name) }
function g(a = () => { return c }, b) { var c = 5; return a() }
try { g() } catch (e) { print(e.name) }
function h(a = (() => { print('in'); return 1 })(), b = 2) { return a + b }
print(h());
