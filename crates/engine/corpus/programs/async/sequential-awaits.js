async function double(x) {
  return x * 2;
}

async function main() {
  let value = 1;
  for (let i = 0; i < 4; i++) {
    const before = value;
    value = await double(value);
    print(before, '->', value);
  }
  if (value > 1000) {
    print('too big');
  }
  return value;
}

main().then(v => print('result', v));
print('main started');
