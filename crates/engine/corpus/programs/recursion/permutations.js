"use strict";

function permutations(items) {
  if (items.length <= 1) {
    return [items];
  }
  const all = [];
  items.forEach((head, at) => {
    const rest = items.filter((_, i) => i !== at);
    for (const tail of permutations(rest)) {
      all.push([head].concat(tail));
    }
  });
  return all;
}
const perms = permutations(['a', 'b', 'c', 'd']);
print(perms.length);
print(perms[0].join(''), perms[9].join(''), perms[23].join(''));
