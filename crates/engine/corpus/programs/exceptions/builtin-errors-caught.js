const attempts = [
  () => undefinedName,
  () => null.prop,
  () => (void 0)(),
  () => new Array(-1),
  () => decodeURIComponent('%'),
  () => JSON.parse('{'),
  () => 'x'.repeat(-1),
  () => { const c = 1; c = 2; },
  () => Symbol() + '',
  () => new (class A { constructor() { new A.b(); } })(),
];

function nameOf(fn) {
  try {
    fn();
  } catch (error) {
    return error.name;
  }
  return 'nothing';
}

for (let i = 0; i < attempts.length; i++) {
  print(i, nameOf(attempts[i]));
}
