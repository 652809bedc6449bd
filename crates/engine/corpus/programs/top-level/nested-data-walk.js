const tree = {
  name: 'root',
  size: 1,
  kids: [
    { name: 'docs', size: 10, kids: [{ name: 'a.txt', size: 3 }, { name: 'b.txt', size: 4 }] },
    { name: 'empty', size: 0, kids: [] },
    { name: 'pic.png', size: 250 },
  ],
};
const stack = [[tree, '']];
let total = 0, biggest = { size: -1 };
while (stack.length) {
  const [node, path] = stack.pop();
  const full = path + '/' + node.name;
  total += node.size;
  if (node.size > biggest.size) biggest = { size: node.size, full };
  if (node.kids === undefined) print(full, node.size);
  else for (const kid of node.kids) stack.push([kid, full]);
}
print(total, biggest.full);
