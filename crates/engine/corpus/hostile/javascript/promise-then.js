// Attacks the waiting for the end: promises are made to answer early, late or never.
const then = Promise.prototype.then;
Promise.prototype.then = function (done, failed) {
  return Reflect.apply(then, new Promise(() => {}), [done, failed]);
};
Promise.resolve = () => ({ then() {} });
Object.defineProperty(Promise, Symbol.species, { get() { return function () { throw new Error('forged'); }; } });
Object.defineProperty(Promise.prototype, 'constructor', { get() { throw new Error('forged'); } });
function step(n) {
  const next = n + 1;
  return next;
}
let value = step(1);
setTimeout(() => { value = step(value); print('timer', value); }, 1);
print('top', value);
Promise = class { constructor() { throw new Error('forged'); } };
