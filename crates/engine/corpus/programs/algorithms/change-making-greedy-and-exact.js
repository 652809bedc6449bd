function greedy(coins, amount) {
  let used = [];
  for (const coin of coins) {
    while (amount >= coin) { used.push(coin); amount -= coin; }
  }
  return amount === 0 ? used : null;
}
function exact(coins, amount) {
  const best = [[]];
  for (let a = 1; a <= amount; a++) {
    for (const coin of coins) {
      const rest = best[a - coin];
      if (!rest) continue;
      if (!best[a] || rest.length + 1 < best[a].length) best[a] = rest.concat(coin);
    }
  }
  return best[amount] || null;
}
print(greedy([4, 3, 1], 6).join('+'));
print(exact([4, 3, 1], 6).join('+'));
print(String(greedy([5, 2], 3)), String(exact([5, 3], 4)), exact([5, 3], 11).length);
