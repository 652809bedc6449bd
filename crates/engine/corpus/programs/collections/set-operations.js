"use strict";
const union = (a, b) => new Set([...a, ...b]);
const common = (a, b) => new Set([...a].filter(x => b.has(x)));
function minus(a, b) {
  const out = new Set(a);
  for (const x of b) {
    out.delete(x);
  }
  return out;
}
const evens = new Set([2, 4, 6, 8]), small = new Set([1, 2, 3, 4]);
const text = s => '{' + [...s].join(' ') + '}';
print(text(union(evens, small)));
print(text(common(evens, small)));
print(text(minus(evens, small)), text(minus(small, small)));
print(new Set([NaN, NaN, 0, -0]).size);
