const limits = { low: 2, high: 5 };

export function clamp(n, { low, high } = limits) {
  if (n < low) {
    return low;
  }
  return n > high ? high : n;
}

const all = [];
for (let n = 0; n < 8; n += 1) {
  all.push(clamp(n));
}
print(all.join(''));
print(await Promise.resolve(clamp(100)));
