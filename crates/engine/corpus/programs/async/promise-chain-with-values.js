Promise.resolve(3)
  .then(function triple(x) {
    return x * 3;
  })
  .then(function refuse(x) {
    if (x === 9) {
      throw new RangeError('nine');
    }
    return x;
  })
  .then(function skipped(x) {
    print('never printed');
    return x;
  })
  .catch(function recover(e) {
    print(e.name);
    return 100;
  })
  .finally(function always() {
    print('finally');
    return 'ignored';
  })
  .then(function last(x) {
    print(x);
  });
print('queued');
