// Attacks the list of what was printed: every method of arrays does something else.
for (const method of ['push', 'map', 'join', 'slice', 'splice', 'sort', 'shift', 'findIndex', 'concat', 'filter']) {
  Array.prototype[method] = function () { return "forged " + method; };
}
function count(limit) {
  let found = 0;
  for (let i = 0; i < limit; i += 1) {
    if (i % 2 === 0) found += 1;
  }
  return found;
}
setTimeout(() => { print('later', count(5)); }, 10);
setTimeout(() => { print('sooner', count(3)); }, 5);
print(count(4), [1, 2, 3]);
