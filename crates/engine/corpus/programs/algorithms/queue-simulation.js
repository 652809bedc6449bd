function simulate(arrivals, clerks) {
  const free = new Array(clerks).fill(0);
  let waited = 0, longest = 0;
  for (const [at, needs] of arrivals) {
    let who = 0;
    for (let i = 1; i < free.length; i++) {
      if (free[i] < free[who]) who = i;
    }
    const start = Math.max(at, free[who]);
    const wait = start - at;
    waited += wait;
    if (wait > longest) longest = wait;
    free[who] = start + needs;
  }
  return `clerks ${clerks}: waited ${waited}, longest ${longest}, closes ${Math.max(...free)}`;
}
const arrivals = [[0, 5], [1, 3], [2, 8], [2, 1], [6, 4], [7, 2]];
for (let clerks = 1; clerks <= 3; clerks++) print(simulate(arrivals, clerks));
