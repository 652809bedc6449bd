const key = 'dyn';
const api = {
  plain() { return 'plain'; },
  async later() { return 'later'; },
  *many() { yield 1; yield 2; },
  async *slow() { yield 'slow'; },
  [key + 1]() { return key; },
  'quoted name'() { return 'q'; },
  42() { return 'number'; },
  get size() { return Object.keys(this).length; },
  set size(v) { print('refused', v); },
};
print(api.plain(), api.dyn1(), api['quoted name'](), api[42]());
api.size = 10;
print(api.size, [...api.many()].join());
print(await api.later());
for await (const s of api.slow()) print(s);
