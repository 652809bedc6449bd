function gcd(a, b) {
  while (b) {
    [a, b] = [b, a % b];
  }
  return a;
}
function Fraction(n, d) {
  if (d === 0) throw new RangeError('zero below the line');
  var g = gcd(Math.abs(n), Math.abs(d)) * (d < 0 ? -1 : 1);
  this.n = n / g;
  this.d = d / g;
}
Fraction.prototype.plus = function (o) {
  return new Fraction(this.n * o.d + o.n * this.d, this.d * o.d);
};
Fraction.prototype.toString = function () {
  return this.d === 1 ? '' + this.n : this.n + '/' + this.d;
};
var sum = new Fraction(0, 1);
for (var k = 1; k <= 6; k++) {
  sum = sum.plus(new Fraction(1, k));
  print(k, String(sum));
}
print(gcd(1071, 462), String(new Fraction(3, -6)));
