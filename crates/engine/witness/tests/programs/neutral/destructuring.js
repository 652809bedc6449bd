let [a, , b = a, ...c] = [1, 2, undefined, 4], { d: { e = 5, ...f }, ['g' + 1]: g } = { d: { h: 1 }, g1: 2 };
[a, b] = [b, a]; ({ e, g: g = 9 } = { e: 7 });
print(a, b, c.length, e, f.h, g);
for (const { length } of ['abc']) print(length);
function q({ x, y: [z] = [1] } = {}, ...rest) { return [x, z, rest.length].join() }
print(q(), q({ x: 2, y: [3] }, 4));
