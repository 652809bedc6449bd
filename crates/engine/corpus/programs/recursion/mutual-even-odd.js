function isEven(n) {
  if (n === 0) return true;
  if (n < 0) return isEven(-n);
  return isOdd(n - 1);
}
function isOdd(n) {
  if (n === 0) {
    return false;
  }
  return isEven(n - 1);
}
print(isEven(10), isOdd(10));
print(isEven(7), isOdd(7));
