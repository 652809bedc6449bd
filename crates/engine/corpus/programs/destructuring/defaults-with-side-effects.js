let calls = [];
function fallback(name, value) {
  calls.push(name);
  return value;
}

function pick(source) {
  calls = [];
  const {
    a = fallback('a', 1),
    b = fallback('b', a + 1),
    [fallback('key', 'c')]: c = fallback('c', a + b),
  } = source;
  return a + ',' + b + ',' + c + ' via ' + calls.join('');
}

print(pick({}));
print(pick({ a: 10, c: 30 }));
print(pick({ a: null, b: undefined, c: 0 }));
