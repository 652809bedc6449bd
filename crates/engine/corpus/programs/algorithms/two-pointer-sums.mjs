function threeSum(list, target) {
  const a = [...list].sort((x, y) => x - y);
  const found = [];
  for (let i = 0; i < a.length - 2; i++) {
    if (i > 0 && a[i] === a[i - 1]) continue;
    let lo = i + 1, hi = a.length - 1;
    while (lo < hi) {
      const sum = a[i] + a[lo] + a[hi];
      if (sum === target) {
        found.push([a[i], a[lo], a[hi]].join('+'));
        lo++;
        hi--;
      } else if (sum < target) lo++;
      else hi--;
    }
  }
  return found;
}
const hits = threeSum([-1, 0, 1, 2, -1, -4, 3], 0);
print(hits.length);
hits.forEach(h => print(h));
