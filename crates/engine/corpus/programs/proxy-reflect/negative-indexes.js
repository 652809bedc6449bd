const negative = list => new Proxy(list, {
  get(target, key) {
    if (typeof key === 'string' && /^-\d+$/.test(key)) {
      key = target.length + Number(key);
    }
    return target[key];
  }
});
const days = negative(['mon', 'tue', 'wed', 'thu']);
print(days[0], days[-1], days[-4]);
print(days.length, days.map(d => d[0]).join(''));
print(String(days[-9]));
