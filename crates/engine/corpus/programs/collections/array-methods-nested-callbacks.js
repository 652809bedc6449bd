const teams = [
  { name: 'red', scores: [[1, 2], [3]] },
  { name: 'blue', scores: [[4], [5, 6], []] },
];
const summary = teams.map(team => {
  const flat = team.scores.reduce((all, round) => all.concat(round.map(s => s * 10)), []);
  const total = flat.reduce((a, b) => a + b, 0);
  const best = team.scores
    .filter(round => round.some(s => s > 1))
    .map(round => Math.max(...round));
  return team.name + ' ' + total + ' ' + best.join('/');
});
summary.forEach((line, i, all) => print(i + 1 + ' of ' + all.length, line));
print([3, 1, 2].every(x => x > 0), [1, 2, 3].find(x => x > 5) === undefined);
print([5, 6, 7].findIndex(x => x === 7), [1, 2, 3, 4].reduceRight((acc, x) => acc + '' + x));
