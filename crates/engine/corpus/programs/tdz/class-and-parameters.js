"use strict";
function attempt(fn) {
  try {
    return String(fn());
  } catch (e) {
    return e.constructor.name;
  }
}
print(attempt(() => { new Late(); class Late {} }));
print(attempt((a = b, b = 1) => a + b));
print(attempt(() => ((a = b, b = 1) => a + b)(10)));
print(attempt(() => { let x = x; return x; }));
print(attempt(() => { for (const i of [i]) return i; }));
print(attempt(() => { let x = 1; { let y = x; let z = () => w; let w = y; return z(); } }));
