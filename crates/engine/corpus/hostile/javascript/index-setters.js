// Attacks the list of what was printed: its elements are caught by setters on the prototypes.
let caught = 0;
for (const index of ['0', '1', '2', '3']) {
  Object.defineProperty(Array.prototype, index, {
    set(value) { caught += 1; },
    get() { return 'forged'; },
    configurable: true,
  });
  Object.defineProperty(Object.prototype, index, { set(value) { caught += 10; }, configurable: true });
}
function half(value) {
  const result = value / 2;
  return result;
}
const first = half(8);
print(first);
print(half(first));
print(caught);
