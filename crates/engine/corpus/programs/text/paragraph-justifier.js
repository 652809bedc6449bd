/*
 * Splits a text in words, fills lines greedily, then pads the
 * gaps between the words so that every line but the last is full.
 */
function words(text) {
  var list = [], word = '';
  for (var i = 0; i <= text.length; i++) {
    var ch = i < text.length ? text[i] : ' ';
    if (ch !== ' ' && ch !== '\n') {
      word += ch;
    } else if (word) {
      list.push(word);
      word = '';
    }
  }
  return list;
}

function fill(list, width) {
  var lines = [], current = [], used = 0;
  for (var i = 0; i < list.length; i++) {
    var need = list[i].length + (current.length ? 1 : 0);
    if (used + need > width && current.length) {
      lines.push(current);
      current = [];
      used = 0;
      need = list[i].length;
    }
    current.push(list[i]);
    used += need;
  }
  if (current.length) lines.push(current);
  return lines;
}

function stretch(line, width) {
  if (line.length === 1) return line[0];
  var letters = line.join('').length;
  var gaps = line.length - 1;
  var spaces = width - letters;
  var out = line[0];
  for (var g = 0; g < gaps; g++) {
    var size = Math.floor(spaces / gaps) + (g < spaces % gaps ? 1 : 0);
    for (var s = 0; s < size; s++) out += ' ';
    out += line[g + 1];
  }
  return out;
}

function justify(text, width) {
  var lines = fill(words(text), width);
  return lines.map(function (line, i) {
    return i === lines.length - 1 ? line.join(' ') : stretch(line, width);
  });
}

var text = 'A debugger shows the state\nof a program while it   stands still at one place.';
justify(text, 20).forEach(function (line) {
  print('|' + line + '|', line.length);
});
print(justify('', 5).length, justify('word', 2)[0]);
