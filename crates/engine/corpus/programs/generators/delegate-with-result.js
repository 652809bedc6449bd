function* inner(name, n) {
  for (let i = 0; i < n; i++) {
    yield name + i;
  }
  return n * 100;
}

function* outer() {
  const first = yield* inner('a', 2);
  const second = yield* inner('b', 3);
  yield* [first, second];
  yield* 'ok';
  return first + second;
}

const it = outer();
let step = it.next();
const seen = [];
while (!step.done) {
  seen.push(step.value);
  step = it.next();
}
print(seen.join(' '));
print(step.value);
