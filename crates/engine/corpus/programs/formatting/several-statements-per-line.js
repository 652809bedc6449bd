function squeeze(n) { let a = n; a *= 2; a -= 1; if (a > 10) a = 10; return a; }
let x = squeeze(2); let y = squeeze(30); print(x, y); x++; y--;
for (let i = 0; i < 2; i++) { x += i; y -= i; } print(x); print(y); if (x > y) print('x'); else print('y');
const f = () => 1, g = () => { return 2; }, h = function () { print('h'); return 3; }; print(f() + g() + h()); { let z = 1; print(z); }
switch (x) { case 4: print('four'); break; case 5: print('five'); break; default: print('more'); } try { throw 1; } catch (e) { print(e); } finally { print('f'); }
