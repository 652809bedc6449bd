function prune(table) {
  let visited = 0;
  for (const name in table) {
    visited++;
    if (table[name] < 0) {
      delete table[name];
    }
    if (name === 'first') {
      delete table.third;   // not visited any more
    }
  }
  return visited;
}
const table = { first: 1, second: -2, third: 3, fourth: 4 };
const visited = prune(table);
print(visited);
print(Object.keys(table).join(','));
print('second' in table, 'fourth' in table);
