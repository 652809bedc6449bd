// Attacks the functions by which the host looks: Reflect, Object and Symbol are gone or lie.
const real = Object.keys;
for (const name of ['apply', 'construct', 'get', 'ownKeys', 'getOwnPropertyDescriptor', 'getPrototypeOf', 'defineProperty']) {
  Reflect[name] = () => 'forged';
}
Reflect = null;
Object.getOwnPropertyDescriptor = () => ({ value: 'forged' });
Object.getPrototypeOf = () => null;
Object.freeze = Object.setPrototypeOf = Object.create = () => 'forged';
Symbol.prototype.toString = () => 'forged';
function count(object) {
  const names = real(object);
  return names.length;
}
let total = count({ a: 1, b: 2 });
print(total, { a: [1] }, Symbol('s'));
setTimeout(() => { total += 1; print(total); }, 2);
