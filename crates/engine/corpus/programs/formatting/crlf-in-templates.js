"use strict";
// a template literal holds plain line feeds, whatever the file has
const text = `one
two
three`;
const raw = String.raw`a
b`;
function lines(s) {
  const parts = s.split('\n');
  let carriage = 0;
  for (const ch of s) {
    if (ch === '\r') carriage++;
  }
  return parts.length + '/' + carriage;
}
print(lines(text), lines(raw));
const joined = 'continued \
line';
print(joined.length);
