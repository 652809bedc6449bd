function logged(target, log) {
  return new Proxy(target, {
    get(obj, key, receiver) {
      log.push('get ' + String(key));
      return Reflect.get(obj, key, receiver);
    },
    set(obj, key, value) {
      log.push('set ' + String(key));
      return Reflect.set(obj, key, value);
    },
    has(obj, key) {
      log.push('has ' + String(key));
      return key in obj;
    },
    deleteProperty(obj, key) {
      log.push('delete ' + String(key));
      return delete obj[key];
    },
  });
}
const log = [];
const p = logged({ n: 1, m: 2 }, log);
p.n += 5;
p.fresh = p.n * p.m;
print('m' in p, delete p.m, String(p.m));
print(p.fresh);
print(log.join(', '));
