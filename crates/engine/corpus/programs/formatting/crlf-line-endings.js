function wrap(text, width) {
  var lines = [], line = '';
  var words = text.split(' ');
  for (var i = 0; i < words.length; i++) {
    if (line && (line + ' ' + words[i]).length > width) {
      lines.push(line);
      line = '';
    }
    line = line ? line + ' ' + words[i] : words[i];
  }
  lines.push(line);
  return lines;
}
var result = wrap('the quick brown fox jumps over the lazy dog', 12);
for (var n = 0; n < result.length; n++) {
  print(n + 1, result[n]);
}
