var table = [['M', 1000], ['CM', 900], ['D', 500], ['CD', 400], ['C', 100], ['XC', 90],
  ['L', 50], ['XL', 40], ['X', 10], ['IX', 9], ['V', 5], ['IV', 4], ['I', 1]];
function toRoman(n) {
  var out = '';
  for (var i = 0; i < table.length; i++)
    while (n >= table[i][1]) { out += table[i][0]; n -= table[i][1]; }
  return out;
}
function fromRoman(text) {
  var total = 0, last = 0;
  for (var i = text.length; i--;) {
    var value = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }[text.charAt(i)];
    if (value === undefined) return NaN;
    total += value < last ? -value : value;
    last = value;
  }
  return total;
}
print(toRoman(1994), toRoman(4), toRoman(0) === '');
print(fromRoman('MCMXCIV'), fromRoman('XLII'), fromRoman('Q'));
