function tryAll(actions) {
  var later = [];
  for (var n = 0; n < actions.length; n++) {
    try {
      actions[n]();
    } catch (problem) {
      later.push(function () { return n + ' ' + problem.message; });
    }
  }
  return later;
}
var later = tryAll([
  function () { throw new Error('first'); },
  function () { return 'fine'; },
  function () { throw new Error('third'); }
]);
print(later.length);
print(later[0]());
print(later[1]());
