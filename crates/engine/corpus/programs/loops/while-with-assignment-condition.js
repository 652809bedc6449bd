function drain(stack) {
  var item, seen = [], guard = 0;
  while ((item = stack.pop()) !== undefined) {
    guard++;
    seen.push(item * 10);
    if (item === 3 && guard < 10) stack.push(100);
  }
  return seen;
}

print(drain([1, 2, 3, 4]).join());
print(drain([]).length);
