"use strict";

function mark(strings, ...values) {
  let out = '';
  strings.forEach((s, i) => {
    out += s;
    if (i < values.length) out += '<' + values[i] + '>';
  });
  return out;
}
function raw(strings) {
  return strings.raw[0].length + ':' + strings[0].length;
}
function same(strings) { return strings; }
const get = () => same`once`;

const who = 'Eve', n = 3;
print(mark`hello ${who}, you have ${n * 2} ${n > 1 ? 'mails' : 'mail'}`);
print(mark`plain`);
print(raw`a\n\u0041`);
print(get() === get(), get() === same`once`);
print((x => y => x + y.length)('t')`abc`);
