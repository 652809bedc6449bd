function hoisted(flag) {
  var before = typeof late + ' ' + late;
  if (flag) {
    var late = 'assigned';
  }
  for (var i = 0; i < 2; i++) { var inLoop = i; }
  return before + ' ' + late + ' ' + i + inLoop;
  var dead = 1;
}
print(hoisted(true));
print(hoisted(false));
print(typeof topLate);
var topLate = 'now';
print(topLate);
