// legal in sloppy mode only: the last one wins
function twice(a, a, b) {
  var kept = a;
  a = b;
  return kept + ' ' + arguments[0] + ' ' + arguments[1];
}
print(twice('one', 'two', 'three'));
print(twice.length);
