// Attacks how values are read: objects with getters, cycles and keys that are no names.
let read = 0;
function make() {
  const made = { plain: 1, get bomb() { read += 1; throw new Error('forged'); } };
  made.self = made;
  made['a\u0000b\ud800'] = 2;
  made[Symbol('s')] = 3;
  return made;
}
const one = make();
print(one);
print([one, [one, [one]]], read);
const list = [1, , 3];
Object.defineProperty(list, 1, { get() { read += 1; return 2; }, enumerable: true });
print(list, read);
