function merge(...layers) {
  let out = {};
  let rounds = 0;
  for (const layer of layers) {
    out = { ...out, ...layer, rounds: ++rounds };
  }
  return out;
}
const m = merge({ a: 1, b: 1 }, null, { b: 2, c: 3 }, { ...'hi' });
print(Object.keys(m).join());
print(m.a, m.b, m.c, m[0] + m[1], m.rounds);
const { rounds, ...clean } = m;
print('rounds' in clean, rounds);
