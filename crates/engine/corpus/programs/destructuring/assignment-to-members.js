"use strict";
function load(record) {
  const target = { list: [], inner: {} };
  ({ id: target.id, tags: [target.list[0], target.inner.tag = 'dflt'] } = record);
  [target['x' + target.id], target.list[target.list.length]] = [true, 'pushed'];
  return target;
}
const t = load({ id: 9, tags: ['t0'] });
print(t.id, t.inner.tag, t.x9);
print(t.list.join('+'));
