// Attacks the host through every function that it gave to the program.
let spoilt = 0;
const given = [print, console, console.log, setTimeout, clearTimeout, queueMicrotask, Date, Date.now, performance, performance.now, Math.random];
function spoil(value) {
  try {
    const host = value.constructor.constructor('return this')();
    if (host !== globalThis) {
      spoilt += 1;
      host.JSON.stringify = () => 'forged';
      host.Promise.prototype.then = () => 'forged';
    }
  } catch (refused) {
    spoilt += 0;
  }
}
for (const one of given) spoil(one);
given.forEach((one) => {
  try { one.constructor.prototype.toString = () => 'forged'; } catch (refused) { spoilt += 0; }
});
print('given', given.length);
