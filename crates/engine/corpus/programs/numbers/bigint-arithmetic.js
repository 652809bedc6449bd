function factorial(n) {
  let result = 1n;
  for (let i = 2n; i <= n; i++) {
    result *= i;
  }
  return result;
}
function modPow(base, exp, mod) {
  let acc = 1n;
  base %= mod;
  while (exp > 0n) {
    if (exp & 1n) acc = acc * base % mod;
    base = base * base % mod;
    exp >>= 1n;
  }
  return acc;
}
print(String(factorial(25n)));
print(modPow(7n, 560n, 561n).toString());
print(10n > 9, 2n == 2, typeof 1n, (-7n / 2n).toString(), String(BigInt.asUintN(8, 257n)));
try { print(1n + 1); } catch (e) { print(e.name); }
