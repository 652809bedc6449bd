function f() { try { return 1 } finally { print('f') } }
print(f());
function g() { for (;;) { try { return 1 } finally { break } } return 2 }
print(g());
function h() { try { throw 1 } catch { return 2 } finally { return 3 } }
print(h());
