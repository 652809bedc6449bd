function* odd(limit) {
  const list = [yield 'first', yield 'second'];
  const obj = { [yield 'key']: yield 'val' };
  const text = `${yield 'tpl'}!`;
  const sum = (yield 'l') + (yield 'r');
  if (yield 'cond') yield 'then'; else yield 'else';
  function never() { return limit; }
  return list.length + Object.keys(obj).join() + text + sum;
}

const it = odd(3);
const asked = [];
let n = 0, r = it.next();
while (!r.done) {
  asked.push(r.value);
  r = it.next(n++);
}
print(asked.join(' '));
print(r.value);
