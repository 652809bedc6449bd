function sloppy(flag) {
  var before = typeof inBlock;
  if (flag) {
    var atTop = inBlock();
    function inBlock() { return 'from block'; }
  }
  return before + ' ' + typeof inBlock + ' ' + atTop;
}
function strict(flag) {
  'use strict';
  if (flag) {
    function hidden() { return 1; }
    hidden();
  }
  return typeof hidden;
}
print(sloppy(true));
print(sloppy(false));
print(strict(true));
{
  function labelled() { return 'one'; }
}
print(labelled());
