var o = { get x() { print('read x'); return 1 }, y: 2 }; let y = 3;
with (o) { let z = y; print(z); if (z) y = 5 }
print(o.y, y);
function f(p) { with (p) return () => { let inner = q; return inner } }
print(f({ q: 4 })());
