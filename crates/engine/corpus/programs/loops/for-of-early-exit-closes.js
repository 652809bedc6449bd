"use strict";
function makeSource(log) {
  let n = 0;
  return {
    [Symbol.iterator]() { return this; },
    next() {
      n++;
      log.push('next' + n);
      return { value: n, done: n > 5 };
    },
    return() {
      log.push('closed');
      return {};
    },
  };
}

function firstOver(limit) {
  const log = [];
  let found = null;
  for (const v of makeSource(log)) {
    if (v > limit) {
      found = v;
      break;
    }
  }
  return found + ' ' + log.join(',');
}

print(firstOver(2));
print(firstOver(100));
