function same(flag) {
  function made() {}
  return flag ? made : function () {};
}
print(same(1) === same(1), same.prototype.constructor === same);
function who() { return who.caller === null ? 'top' : who.caller.name; }
function asks() { var r = who(); return r; }
print(asks());
var f = asks;
asks = null;
print(f.name, String(f).length, 'prototype' in (() => {}));
print(Object.getOwnPropertyNames(function (a) {}).filter(n => n !== 'arguments' && n !== 'caller').sort().join());
