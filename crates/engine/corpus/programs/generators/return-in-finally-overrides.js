function* stubborn() {
  try {
    yield 1;
    yield 2;
  } finally {
    yield 'cleanup';
    return 'mine';
  }
}
const g = stubborn();
print(g.next().value);
let r = g.return('yours');
print(r.value, r.done);
r = g.next();
print(r.value, r.done);
r = g.next();
print(String(r.value), r.done);
