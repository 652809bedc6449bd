'use strict';

function knapsack(items, capacity) {
  const best = [new Array(capacity + 1).fill(0)];
  for (let i = 1; i <= items.length; i++) {
    const { weight, value } = items[i - 1];
    best[i] = [];
    for (let w = 0; w <= capacity; w++) {
      const skip = best[i - 1][w];
      const take = w >= weight ? best[i - 1][w - weight] + value : -1;
      best[i][w] = Math.max(skip, take);
    }
  }
  const chosen = [];
  let w = capacity;
  for (let i = items.length; i > 0; i--) {
    if (best[i][w] !== best[i - 1][w]) {
      chosen.unshift(items[i - 1].name);
      w -= items[i - 1].weight;
    }
  }
  return best[items.length][capacity] + ': ' + chosen.join('+');
}
const items = [
  { name: 'map', weight: 1, value: 1 },
  { name: 'tent', weight: 5, value: 9 },
  { name: 'stove', weight: 3, value: 5 },
  { name: 'rope', weight: 4, value: 7 },
];
print(knapsack(items, 8));
print(knapsack(items, 0));
