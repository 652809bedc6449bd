function step(cells) {
  var counts = {}, next = {};
  for (var key in cells) {
    var xy = key.split(',').map(Number);
    for (var dx = -1; dx <= 1; dx++) {
      for (var dy = -1; dy <= 1; dy++) {
        if (!dx && !dy) continue;
        var near = (xy[0] + dx) + ',' + (xy[1] + dy);
        counts[near] = (counts[near] || 0) + 1;
      }
    }
  }
  for (var k in counts) {
    if (counts[k] === 3 || (counts[k] === 2 && cells[k])) next[k] = true;
  }
  return next;
}
var blinker = { '1,0': true, '1,1': true, '1,2': true };
for (var gen = 0; gen < 3; gen++) {
  print(gen, Object.keys(blinker).sort().join(' '));
  blinker = step(blinker);
}
