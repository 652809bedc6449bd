a: for (let i = 0; i < 3; i++) { b: for (let j = 0; j < 3; j++) { if (j == 1) continue a; if (i == 2) break a; print(i, j) } }
c: { print('in'); break c; }
d: if (1) { break d; }
e: print('e');
