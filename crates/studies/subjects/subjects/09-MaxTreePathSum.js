// The largest sum along a path of a tree.
function visit(node, state) {
  if (node === null) return 0;
  let left = visit(node.left, state);
  let right = visit(node.right, state);
  if (left < 0) left = 0;
  if (right < 0) right = 0;
  const through = node.value + left + right;
  if (!state.known || through > state.best) {
    state.best = through;
    state.known = true;
  }
  if (left > right) return node.value + left;
  return node.value + right;
}

export function P(tree) {
  const state = { best: 0, known: false };
  visit(tree, state);
  return state.best;
}

const swapped = node => (node === null ? null : { value: node.value, left: swapped(node.right), right: swapped(node.left) });
export const relations = {
  swapChildren: { T: tree => [swapped(tree)], M: (a, b) => a === b },
  swapAtTheTop: { T: tree => [{ value: tree.value, left: tree.right, right: tree.left }], M: (a, b) => a === b },
};
export const valid = tree => tree !== null;
export const domain = { tree: { int: [-20, 20] }, depth: 4 };
