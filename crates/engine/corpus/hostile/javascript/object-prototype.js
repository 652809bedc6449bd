// Attacks every object that the host makes: its prototype has the names that the host reads.
for (const name of ['value', 'get', 'set', 'output', 'error', 'parse', 'outcome', 'writable', 'configurable', 'callback', 'due', 'rest', 'id', 'context', 'identifier', 'filename', 'displayErrors', 'type', 'functions']) {
  Object.defineProperty(Object.prototype, name, {
    __proto__: null,
    get() { return undefined; },
    set(value) {},
    configurable: true,
  });
}
function square(n) {
  const result = n * n;
  return result;
}
setTimeout(() => { print('later', square(3)); }, 2);
print(square(2));
print([square(5)]);
