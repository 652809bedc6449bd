function sieve(limit) {
  const composite = new Array(limit + 1).fill(false);
  const primes = [];
  for (let n = 2; n <= limit; n++) {
    if (composite[n]) continue;
    primes.push(n);
    for (let m = n * n; m <= limit; m += n) composite[m] = true;
  }
  return primes;
}
const primes = sieve(60);
print(primes.length, primes.join(' '));
const twins = primes.filter((p, i) => primes[i + 1] - p === 2).map(p => `(${p},${p + 2})`);
print(twins.join(''));
