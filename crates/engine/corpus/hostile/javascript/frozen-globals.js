// Attacks what the host needs later: everything that can be reached is frozen.
function freeze(value, depth) {
  if (depth === 0 || value === null || typeof value !== 'object' && typeof value !== 'function') return 0;
  let count = 1;
  for (const name of Object.getOwnPropertyNames(value)) {
    const found = Object.getOwnPropertyDescriptor(value, name);
    if (found && 'value' in found) count += freeze(found.value, depth - 1);
  }
  Object.freeze(value);
  return count;
}
for (const root of [Object, Array, Function, Promise, Error, String, console, print, Date]) {
  freeze(root, 2);
}
setTimeout(() => print('later'), 1);
print('frozen');
