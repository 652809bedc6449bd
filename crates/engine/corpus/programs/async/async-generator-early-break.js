async function* steps() {
  try {
    yield 'one';
    yield 'two';
    yield 'three';
  } finally {
    await null;
    print('cleaned');
  }
}
async function main() {
  for await (const s of steps()) {
    print(s);
    if (s === 'two') break;
  }
  const manual = steps();
  const a = await manual.next();
  const b = await manual.return('bye');
  print(a.value, b.value, b.done);
}
main().then(() => print('end'));
