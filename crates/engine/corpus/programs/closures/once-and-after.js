function once(fn) {
  let called = false;
  let result;
  return function (...args) {
    if (!called) {
      called = true;
      result = fn(...args);
    }
    return result;
  };
}

const after = (n, fn) => {
  let left = n;
  return (...args) => (--left > 0 ? undefined : fn(...args));
};

let work = 0;
const init = once(x => { work++; return x * 2; });
print(init(21), init(99), work);

const third = after(3, word => 'ran with ' + word);
for (const word of ['a', 'b', 'c', 'd']) {
  const got = third(word);
  print(got === undefined ? 'waiting' : got);
}
