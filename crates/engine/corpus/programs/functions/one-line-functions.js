function a() { return 1; }
function b() { return a() + 1; }
function c(x) { if (x) return b(); return a(); }
function d(x) { for (let i = 0; i < x; i++) if (i === 3) return i; return -1; }
function e(x, y) { const t = x; x = y; y = t; return x - y; }
print(a(), b(), c(true), c(false), d(2), d(9), e(1, 4));
