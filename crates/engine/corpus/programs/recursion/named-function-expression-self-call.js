var outerName = function inner(n, path) {
  path = path || [];
  path.push(n);
  if (n > 40) {
    return path;
  }
  return inner(n * 2 + 1, path);
};
var renamed = outerName;
outerName = null;
print(renamed(1).join('>'));
print(typeof inner);
