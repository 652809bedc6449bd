function parseCsv(text) {
  var rows = [[]], field = '', quoted = false;
  for (var i = 0; i < text.length; i++) {
    var ch = text.charAt(i);
    if (quoted) {
      if (ch === '"' && text.charAt(i + 1) === '"') { field += '"'; i++; }
      else if (ch === '"') quoted = false;
      else field += ch;
    } else if (ch === '"') {
      quoted = true;
    } else if (ch === ',') {
      rows[rows.length - 1].push(field);
      field = '';
    } else if (ch === '\n') {
      rows[rows.length - 1].push(field);
      rows.push([]);
      field = '';
    } else {
      field += ch;
    }
  }
  rows[rows.length - 1].push(field);
  return rows;
}
parseCsv('id,text\n1,"a, b"\n2,"say ""hi"""\n3,').forEach(function (row, n) {
  print(n, row.length, row.join('|'));
});
