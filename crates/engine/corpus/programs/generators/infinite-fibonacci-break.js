function* fibonacci() {
  let [a, b] = [0, 1];
  try {
    for (;;) {
      yield a;
      [a, b] = [b, a + b];
    }
    print('cannot get here');
  } finally {
    print('generator closed at', a);
  }
}

function take(n) {
  const got = [];
  for (const f of fibonacci()) {
    if (got.length === n) break;
    got.push(f);
  }
  return got;
}
print(take(10).join(' '));
