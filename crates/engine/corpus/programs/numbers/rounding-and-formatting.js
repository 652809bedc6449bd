function group(n) {
  var text = String(Math.floor(Math.abs(n)));
  var out = '';
  while (text.length > 3) {
    out = ',' + text.slice(-3) + out;
    text = text.slice(0, -3);
  }
  return (n < 0 ? '-' : '') + text + out;
}
print(group(1234567), group(-1000), group(12));
print((2.345).toFixed(1), (255).toString(16), (0.1 * 3).toPrecision(3));
print(Math.round(-0.5) === 0, Math.round(2.5), Math.trunc(-4.7), parseInt('12px', 10));
print(Number(''), Number('0b101'), isNaN('x'), Number.isNaN('x'));
