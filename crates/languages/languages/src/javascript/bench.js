'use strict';
function add(a, b) {
  let sum = a;
  sum += b;
  return sum;
}

function makeCounter(start) {
  let count = start;
  return function next() { count = add(count, 1); return count; };
}

function fill(n) {
  const list = [];
  const next = makeCounter(n);
  for (let i = 0; i < n; i++) {
    list.push(next());
  }
  return list;
}

let total = 0;
for (let round = 0; round < 4; round++) {
  const list = fill(5 + round);
  total = add(total, list.length);
  for (const item of list) {
    if (item % 2 === 0) total = add(total, item);
  }
}
print(total);
print('done');
