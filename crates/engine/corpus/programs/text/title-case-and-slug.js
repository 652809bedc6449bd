var small = { a: 1, of: 1, the: 1, and: 1 };
function title(text) {
  var words = text.toLowerCase().split(' ');
  for (var i = 0; i < words.length; i++) {
    var w = words[i];
    if (i > 0 && small[w] === 1) continue;
    words[i] = w.charAt(0).toUpperCase() + w.substring(1);
  }
  return words.join(' ');
}
function slug(text) {
  return text.trim().toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
}
function ellipsis(text, max) {
  return text.length <= max ? text : text.slice(0, max - 1) + '\u2026';
}
print(title('THE LORD of THE rings AND a hobbit'));
print(slug('  Hello, World & friends!  '));
print(ellipsis('short', 10), ellipsis('a much longer text', 10));
