"use strict";
let calls = 0;
function add(a, b) {
  return a + b;
}
const counted = new Proxy(add, {
  apply(fn, self, args) {
    calls++;
    return fn(...args) * 100;
  },
  construct(fn, args) {
    return { made: args.length };
  },
});
print(counted(1, 2), counted.call(null, 3, 4), add(5, 6));
print(new counted(1, 2, 3).made, calls);
