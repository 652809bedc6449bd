"use strict";
const node = (value, left, right) => ({ value, left, right });

function* inOrder(tree) {
  if (!tree) return;
  yield* inOrder(tree.left);
  yield tree.value;
  yield* inOrder(tree.right);
}

const tree = node(8,
  node(3, node(1), node(6)),
  node(10, null, node(14)));

print([...inOrder(tree)].join(' '));
let previous = -Infinity, sorted = true;
for (const v of inOrder(tree)) {
  if (v < previous) sorted = false;
  previous = v;
}
print(sorted);
