"use strict";
const frozen = Object.freeze({ a: 1, nested: { b: 2 } });
const half = { get only() { return 'get'; } };

function attempt(action) {
  try {
    action();
    return 'done';
  } catch (e) {
    return e.name;
  }
}
print(attempt(() => { frozen.a = 2; }), frozen.a);
print(attempt(() => { frozen.nested.b = 3; }), frozen.nested.b);
print(attempt(() => { half.only = 1; }), half.only);
print(attempt(() => { delete frozen.a; }));
print(attempt(() => { frozen.c = 1; }), 'c' in frozen);
