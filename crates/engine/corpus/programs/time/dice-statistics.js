function roll(sides) {
  return Math.floor(Math.random() * sides) + 1;
}
var counts = [0, 0, 0, 0, 0, 0, 0];
for (var i = 0; i < 60; i++) {
  var face = roll(6);
  counts[face]++;
  if (face < 1 || face > 6) {
    print('impossible face');
  }
}
var total = counts.reduce(function (a, b) { return a + b; });
print(total, counts[0]);
print(counts.slice(1).join(' '));
