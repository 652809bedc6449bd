// Attacks how values are read: proxies whose traps print, throw or never end.
let trapped = 0;
const handler = new Proxy({}, {
  get(target, name) {
    trapped += 1;
    if (trapped > 40) throw new Error('forged');
    return undefined;
  },
});
function wrap(value) {
  const made = new Proxy(value, handler);
  return made;
}
const one = wrap({ a: 1 });
const two = wrap([1, 2]);
const gone = Proxy.revocable({}, {});
gone.revoke();
print(typeof one, typeof two, typeof gone.proxy);
const before = trapped;
print(before);
print(gone.proxy);
