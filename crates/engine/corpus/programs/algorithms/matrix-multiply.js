function multiply(a, b) {
  var rows = a.length, cols = b[0].length, inner = b.length;
  if (a[0].length !== inner) {
    throw new Error('shapes do not fit');
  }
  var out = [];
  for (var r = 0; r < rows; r++) {
    out[r] = [];
    for (var c = 0; c < cols; c++) {
      var cell = 0;
      for (var k = 0; k < inner; k++) {
        cell += a[r][k] * b[k][c];
      }
      out[r][c] = cell;
    }
  }
  return out;
}
function transpose(m) {
  return m[0].map(function (_, c) { return m.map(function (row) { return row[c]; }); });
}
var m = [[1, 2, 3], [4, 5, 6]];
print(JSON.stringify(multiply(m, transpose(m))));
print(JSON.stringify(multiply(transpose(m), m)));
try { multiply(m, m); } catch (e) { print(e.message); }
