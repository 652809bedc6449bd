const group = (list, keyOf) => list.reduce((groups, item) => {
  const key = keyOf(item);
  (groups[key] = groups[key] || []).push(item);
  return groups;
}, Object.create(null));

const animals = ['ant', 'bear', 'asp', 'cat', 'boar', 'cow'];
const byLetter = group(animals, a => a[0]);
for (const key of Object.keys(byLetter)) {
  print(key, byLetter[key].join('+'));
}
print([1, [2, [3, [4]]]].flat(2).length, animals.flatMap(a => a.length > 3 ? [a, a] : []).join());
print(Object.entries(Object.fromEntries([['a', 1], ['b', 2]])).length, animals.at(-1));
