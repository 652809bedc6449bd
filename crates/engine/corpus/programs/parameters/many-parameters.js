function wide(a, b, c, d, e, f, g, h, i, j, k, l, unusedOne, unusedTwo) {
  var low = a + b + c + d;
  var mid = e * f - g * h;
  var high = i + j + k + l;
  var never = unusedOne || unusedTwo;
  return low + ' ' + mid + ' ' + high + ' ' + never;
}
print(wide(1, 2, 3, 4, 5, 6, 7, 8, 'i', 'j', 'k', 'l'));
print(wide(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 'fourteen', 'ignored'));
