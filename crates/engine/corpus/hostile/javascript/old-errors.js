// Attacks the end of a run, in old JavaScript: errors with odd parts, deep recursion, and a replaced print.
var out = print;
var depth = 0;
function down(limit) {
  depth += 1;
  return limit === 0 ? 0 : down(limit - 1) + 1;
}
function failing() {
  var made = new Error('inner');
  Object.defineProperty(made, 'message', { value: 5 });
  return made;
}
print = function (word) { out('own', word); };
var reached = down(50);
print(reached + depth);
Error.prototype.name = 'Forged';
throw failing();
