const log = [];
async function worker(name, rounds) {
  for (let r = 0; r < rounds; r++) {
    log.push(name + r);
    await r;
  }
  return name;
}
async function returnsPromise() {
  return Promise.resolve('nested');
}
async function main() {
  const a = worker('a', 3);
  const b = worker('b', 2);
  const c = returnsPromise().then(v => { log.push(v); return v; });
  log.push('started');
  const ended = await Promise.all([a, b, c]);
  print(log.join(' '));
  print(ended.join());
}
main();
log.push('sync end');
