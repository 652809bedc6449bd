function selfOf() { return this; }
print(typeof selfOf(), typeof this);
try {
  undeclaredName = 1;
  print('made a global');
} catch (e) {
  print(e.name);
}
function args(a) {
  arguments[0] = 'changed';
  return a;
}
print(args('kept'));
