let seen = []

function visit(tree, depth) {
  if (!tree) return
  seen.push(depth + tree.tag)
  for (const kid of tree.kids || []) {
    visit(kid, depth + 1)
  }
}

visit({ tag: 'root', kids: [{ tag: 'a' }, { tag: 'b', kids: [{ tag: 'c' }] }] }, 0)

print(seen.length)
print(seen.join(' '))
