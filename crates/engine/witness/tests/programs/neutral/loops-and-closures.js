const fs = []; for (let i = 0, n = 3; i < n; i++) { fs.push(() => i); if (i == 1) continue }
print(fs.map((f) => f()).join());
for (let [a, b = a] of [[1], [2, 3]]) fs.push(() => a + b);
print(fs[3](), fs[4]());
for (var i = 0, j = 10; i < j; i += 3, j--);
print(i, j);
for (let f = (x) => (x in { a: 1 }), k = 0; k < 1; k++) print(f('a'));
