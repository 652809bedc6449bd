// Attacks how errors are told: what is thrown has no prototype, or is a function, a symbol or a proxy.
const kinds = [
  Object.create(null), () => {}, Symbol('thrown'), new Proxy({}, { getPrototypeOf() { throw 1; } }),
  new Proxy(function () {}, {}), 10n, '\ud800', -0,
];
let thrown = 0;
function raise(value) {
  thrown += 1;
  throw value;
}
for (const kind of kinds) {
  try { raise(kind); } catch (error) { print(typeof error); }
  setTimeout(() => { print('timer', thrown); raise(kind); }, thrown);
}
raise(new Proxy(new Error('inner'), { get(target, name) { throw new Error('forged'); } }));
