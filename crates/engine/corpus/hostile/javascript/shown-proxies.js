// Attacks how what was printed is told: a proxy has traps for all that the host reads, with code in them.
let asked = 0;
const watched = new Proxy({ name: 'Inner', message: 'none', 1: 'one' }, {
  ownKeys(target) {
    asked += 1;
    print('asked');
    return Reflect.ownKeys(target);
  },
  getOwnPropertyDescriptor(target, name) {
    asked += 1;
    debugger;
    return Reflect.getOwnPropertyDescriptor(target, name);
  },
  getPrototypeOf() {
    asked += 1;
    throw new Error('forged');
  },
});
function show(value) {
  const before = asked;
  print(value, before);
  return before;
}
show(watched);
setTimeout(() => { show([watched]); }, 1);
throw watched;
