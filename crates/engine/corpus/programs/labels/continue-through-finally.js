function f() {
  var trace = '';
  rows: for (var r = 0; r < 3; r++) {
    for (var c = 0; c < 3; c++) {
      try {
        if (c === 1) continue rows;
        if (r === 2) break rows;
        trace += '(' + r + c + ')';
      } finally {
        trace += 'f';
      }
    }
  }
  return trace;
}
print(f());
