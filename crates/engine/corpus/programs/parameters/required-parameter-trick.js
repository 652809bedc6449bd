'use strict';
const required = name => { throw new TypeError('missing ' + name); };
function send(to = required('to'), body = required('body'), urgent = false) {
  return (urgent ? '!' : '') + to + ':' + body;
}
print(send('a', 'b'));
print(send('a', 'b', true));
for (const args of [[], ['x'], [undefined, 'y']]) {
  try {
    print(send(...args));
  } catch (e) {
    print(e.message);
  }
}
