let secret = 7;
const listeners = [];

export function onChange(fn) {
  listeners.push(fn);
}

export function setSecret(next) {
  const previous = secret;
  secret = next;
  for (const fn of listeners) {
    fn(previous, next);
  }
  return previous;
}

let total = 0;
onChange((before, now) => { total += now - before; });
onChange((before, now) => { print(`changed ${before} to ${now}`); });
setSecret(10);
setSecret(4);
print('total', total, 'secret', secret);
