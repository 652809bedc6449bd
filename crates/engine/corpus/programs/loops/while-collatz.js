"use strict";
function collatz(start) {
  let n = start, steps = 0, peak = start;
  while (n !== 1) {
    if (n % 2 === 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    if (n > peak) peak = n;
    steps++;
    if (steps > 500) {
      return null;
    }
  }
  return [steps, peak];
}

for (const seed of [1, 6, 7, 19]) {
  const pair = collatz(seed);
  print(seed + ' takes ' + pair[0] + ' steps, peak ' + pair[1]);
}
