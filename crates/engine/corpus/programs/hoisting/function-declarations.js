print(early());
function early() { return 'called before its place'; }

function outer() {
  return pick();
  function pick() { return 'first'; }
  function pick() { return 'second wins'; }
}
print(outer());

var clash = 'value';
function clash() {}
print(typeof clash);
print(typeof expr);
var expr = function () {};
print(typeof expr);
