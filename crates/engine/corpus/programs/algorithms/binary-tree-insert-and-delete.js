function insert(tree, key) {
  if (!tree) return { key: key, left: null, right: null };
  if (key < tree.key) tree.left = insert(tree.left, key);
  else if (key > tree.key) tree.right = insert(tree.right, key);
  return tree;
}

function smallest(tree) {
  while (tree.left) tree = tree.left;
  return tree.key;
}

function remove(tree, key) {
  if (!tree) return null;
  if (key < tree.key) {
    tree.left = remove(tree.left, key);
  } else if (key > tree.key) {
    tree.right = remove(tree.right, key);
  } else {
    if (!tree.left) return tree.right;
    if (!tree.right) return tree.left;
    tree.key = smallest(tree.right);
    tree.right = remove(tree.right, tree.key);
  }
  return tree;
}

function show(tree) {
  return tree ? '(' + show(tree.left) + tree.key + show(tree.right) + ')' : '';
}

function height(tree) {
  return tree ? 1 + Math.max(height(tree.left), height(tree.right)) : 0;
}

var root = null;
[50, 30, 70, 20, 40, 60, 80, 30].forEach(function (k) { root = insert(root, k); });
print(show(root), height(root));
root = remove(root, 20);
root = remove(root, 50);
root = remove(root, 999);
print(show(root), height(root));
