function spread() {
  const m = new Map([['a', 1], ['b', 2], ['c', 3]]);
  const order = [];
  for (const [k, v] of m) {
    order.push(k + v);
    if (k === 'a') m.delete('b');
    if (v === 3) m.set('d', 4).set('a', 9);
    if (m.size > 50) break;
  }
  return order.join(' ') + ' ' + m.get('a');
}
print(spread());
const s = new Set([1]);
s.forEach(x => { if (x < 6) s.add(x * 2); });
print([...s].join());
