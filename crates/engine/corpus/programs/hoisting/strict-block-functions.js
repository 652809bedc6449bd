"use strict";
let log = [];
{
  log.push(typeof inner);
  function inner() { return 'inner'; }
  log.push(inner());
}
log.push(typeof inner);
function duplicate() { return 1; }
log.push(duplicate());
for (const n of [1, 2]) {
  function perRound() { return n; }
  log.push(perRound());
}
print(log.join(' '));
