'use strict';

function search(sorted, wanted) {
  let lo = 0, hi = sorted.length - 1, probes = 0;
  while (lo <= hi) {
    const mid = (lo + hi) >>> 1;
    const value = sorted[mid];
    probes++;
    if (value === wanted) return `at ${mid} after ${probes}`;
    if (value < wanted) lo = mid + 1;
    else hi = mid - 1;
  }
  return `missing, would go at ${lo}`;
}
const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];
print(search(primes, 23));
print(search(primes, 2));
print(search(primes, 10));
print(search([], 1));
