function popcount(n) {
  var bits = 0;
  while (n) { n &= n - 1; bits++; }
  return bits;
}
function reverseBits(n) {
  var out = 0;
  for (var i = 0; i < 8; i++) {
    out = out << 1 | n >> i & 1;
  }
  return out;
}
const isPower = n => n > 0 && !(n & n - 1);
print(popcount(255), popcount(0), popcount(-1));
print(reverseBits(1), reverseBits(0b11010000));
print(isPower(64), isPower(65), 5 ^ 3, ~5, -1 >>> 0, 1 << 31);
