function split(list) {
  const [first, , third = 'none', ...rest] = list;
  return `${first}/${third}/${rest.length}`;
}
function swap(a, b) {
  [a, b] = [b, a];
  return a * 10 + b;
}
print(split([1, 2, 3, 4, 5]));
print(split(['only']));
print(swap(3, 7));
let x = 1, y = 2, z = 3;
[x, y, z] = [z, x, y];
print(x, y, z);
const [c1, c2] = 'hi';
print(c2 + c1);
