// Attacks the end of a run: rejections that nobody handles, with reasons that explode when looked at.
const bomb = new Proxy({}, { get() { throw new Error('forged'); }, getPrototypeOf() { throw new Error('forged'); } });
async function fail(reason) {
  await null;
  throw reason;
}
let started = 0;
for (const reason of [1, null, bomb, new Error('plain')]) {
  fail(reason);
  started += 1;
}
Promise.reject(bomb);
setTimeout(() => print('alive', started), 3);
print('started', started);
