function read(value) {
  try {
    const { a, b: { c } } = value;
    return 'ok ' + a + c;
  } catch (e) {
    return e instanceof TypeError ? 'type error' : 'other';
  }
}
print(read({ a: 1, b: { c: 2 } }));
print(read(null));
print(read({ a: 1 }));
print(read({ a: 1, b: 'text' }));
