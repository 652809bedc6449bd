"use strict";
function memo(fn) {
  const cache = new Map();
  let hits = 0;
  const wrapped = n => {
    if (cache.has(n)) {
      hits++;
      return cache.get(n);
    }
    const value = fn(n);
    cache.set(n, value);
    return value;
  };
  wrapped.stats = () => `${hits} hits, ${cache.size} stored`;
  return wrapped;
}
const fib = memo(n => (n < 2 ? n : fib(n - 1) + fib(n - 2)));
const ways = memo(n => n < 0 ? 0 : n === 0 ? 1 : ways(n - 1) + ways(n - 2) + ways(n - 5));
print(fib(40));
print(fib.stats());
print(ways(15), ways.stats());
