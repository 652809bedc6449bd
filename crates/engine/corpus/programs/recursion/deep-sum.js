function sumTo(n) {
  if (n === 0) {
    return 0;
  }
  const rest = sumTo(n - 1);
  return n + rest;
}
print(sumTo(3));
print(sumTo(100));
