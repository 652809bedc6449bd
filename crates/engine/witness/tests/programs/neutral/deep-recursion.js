function f(n) { return n === 0 ? 0 : 1 + f(n - 1) }
print(f(1500));
function g() { g() }
try { g() } catch (e) { print(e instanceof RangeError) }
