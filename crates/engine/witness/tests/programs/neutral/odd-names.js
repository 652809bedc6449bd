var let_ = 1, async = 2, of = 3, get = 4, yield_ = 5; var yield = 6, await = 7, static = 8;
function* g() { let a = 1; yield a }
async function h() { let b = 2; await b; return b }
function s() { 'use strict'; let c = 3; return c }
print(g().next().value, s(), async, yield + await + static); h().then((v) => print(v));
var \u0061b = 9; let \u{63}d = 10; (() => { print(ab, cd) })();
