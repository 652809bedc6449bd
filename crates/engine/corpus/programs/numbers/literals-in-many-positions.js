function f(a = 1, b = true) { return b ? a : -1; }
var list = [0, 1, 2, true, false, [3, [4]], { k: 5, 6: false }];
var obj = { 1: 'one', true: 'yes', n: 10, ['x' + 2]: 20, get g() { return 30; } };
let hits = 0;
if (1 === 1) hits += 1;
if (2 > 3 || false) hits += 100;
while (hits < 3) hits += 1;
for (let i = 10; i > 0; i -= 4) hits += i;
do { hits = hits - 1; } while (hits > 20);
switch (hits) { case 19: hits = 21; break; case 20: hits = 22; break; default: hits = 23; }
const pick = true ? 7 : 8, flip = !false, neg = -5, pos = +5;
list[0] = 9; list[1]++; list[5][1][0] *= 2; obj[1] = obj.n % 3;
print(f(), f(2), f(3, false), f(4, true));
print(hits, pick, flip, neg + pos, list[5][1][0], obj[1], obj['true'], obj.x2 + obj.g);
print([1, 2, 3].indexOf(2), 'abcdef'.slice(1, 4), (12).toString(2), `${1 + 1}${true}`);
print(1 in [5, 6], [1, 2][1], (() => 3)(), (() => { return true; })(), void 0 === undefined);
