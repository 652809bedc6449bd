"use strict";

var depthLog = [];

function level1(n) {
  try {
    return level2(n + 1);
  } finally {
    depthLog.push('leave 1');
  }
}
function level2(n) {
  var local = n * 2;
  var result = [1, 2, 3].map(function (k) {
    return level3(local + k);
  });
  depthLog.push('leave 2 normally');
  return result.join();
}
function level3(n) {
  if (n > 12) {
    throw new RangeError('n is ' + n);
  }
  return n;
}

print(level1(0));
try {
  print(level1(4));
} catch (e) {
  print(e.message);
}
print(depthLog.join(' | '));
