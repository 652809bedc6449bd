function describe(point, scale) {
  var x = 'outer x';
  with (point) {
    var sum = (x + y) * scale;
    x = x + 1;
    var z = 'new local';
  }
  return sum + ' ' + x + ' ' + z + ' ' + point.x;
}
print(describe({ x: 2, y: 3, scale: 10 }, 99));
print(describe({ x: 2, y: 3 }, 2));
print(describe({ x: 1, y: 1, z: 'own' }, 1));
