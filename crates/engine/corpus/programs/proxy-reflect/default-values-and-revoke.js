const withDefault = (obj, value) => new Proxy(obj, {
  get: (t, k) => (k in t ? t[k] : value),
});
const tally = withDefault({}, 0);
for (const ch of 'mississippi') tally[ch]++;
print(Object.keys(tally).map(k => k + tally[k]).join(' '));

const { proxy, revoke } = Proxy.revocable({ open: true }, {});
print(proxy.open);
revoke();
try {
  print(proxy.open);
} catch (e) {
  print(e.name);
}
