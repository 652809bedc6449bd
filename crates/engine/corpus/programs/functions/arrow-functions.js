'use strict';

const inc = x => x + 1;
const add = (a, b) => a + b;
const make = (k, v) => ({ [k]: v, size: 1 });
const block = n => {
  let acc = 1;
  for (let i = 1; i <= n; i++) acc *= i;
  return acc;
};
const nothing = () => {};
const unused = (_, second) => second;
const cond = n => n > 1 ? n * cond(n - 1) : 1;
print(inc(add(2, 3)), block(5), cond(6));
print(make('k', 'v').k, String(nothing()), unused(1, 2));
const self = {
  n: 5,
  later() { return () => this.n; },
  grow: function () { [1, 2].forEach(x => { this.n += x; }); return this.n; },
};
print(self.later()(), self.grow());
