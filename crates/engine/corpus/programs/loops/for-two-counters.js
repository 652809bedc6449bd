"use strict";

function meetInTheMiddle(values) {
  const pairs = [];
  for (let lo = 0, hi = values.length - 1; lo <= hi; lo++, hi--) {
    const left = values[lo];
    const right = values[hi];
    pairs.push(lo === hi ? left : left + right);
  }
  return pairs;
}

const result = meetInTheMiddle([1, 20, 300, 4000, 50000]);
print(result.length);
print(result.join(' '));
print(meetInTheMiddle([]).length === 0);
