"use strict";
function* numbers() { let n = 1; while (true) yield n++; }
function* map(src, fn) { for (const x of src) yield fn(x); }
function* filter(src, keep) { for (const x of src) if (keep(x)) yield x; }
function* limit(src, n) {
  if (n <= 0) return;
  for (const x of src) {
    yield x;
    if (--n === 0) return;
  }
}

const chain = limit(
  filter(
    map(numbers(), x => x * x),
    x => x % 3 === 1
  ),
  5
);
print([...chain].join(','));
print([...limit(numbers(), 0)].length);
