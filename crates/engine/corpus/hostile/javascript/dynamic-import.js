// Attacks the host through a dynamic import: its promise and its error may be the host's own.
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
const imported = eval('im' + 'port("fs")');
spoil(imported);
imported.then((module) => print('loaded', typeof module), (error) => {
  spoil(error);
  print('refused', typeof error);
});
print('asked');
