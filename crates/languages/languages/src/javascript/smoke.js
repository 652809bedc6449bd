function add(first, second) {
  const sum = first + second;
  return sum;
}
const one = add(1, 2);
print(one);
print(add(30, 12));
