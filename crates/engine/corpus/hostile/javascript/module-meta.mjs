// Attacks the host of a module: what import.meta and import() give leads out of its realm.
let spoilt = 0;
function spoil(value) {
  try {
    const host = value.constructor.constructor('return this')();
    if (host !== globalThis) {
      spoilt += 1;
      host.JSON.stringify = () => 'forged';
    }
  } catch (refused) {
    spoilt += 0;
  }
}
spoil(import.meta);
const asked = new Function('return im' + 'port("nowhere")')();
spoil(asked);
try { await asked; } catch (error) { spoil(error); }
print('done');
