// Attacks how errors are told: stack, name and message are objects that turn into texts by themselves.
let ran = 0;
const bomb = { toString() { ran += 1; print('forged'); return 'forged'; } };
bomb[Symbol.toPrimitive] = () => bomb.toString();
function raise() {
  const made = Object.defineProperties(new Error('true'), {
    stack: { value: bomb }, name: { value: bomb }, message: { value: bomb },
  });
  throw made;
}
setTimeout(() => print('after', ran), 2);
print('before', ran);
raise();
