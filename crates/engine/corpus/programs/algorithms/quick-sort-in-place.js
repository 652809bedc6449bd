function quickSort(a, lo, hi) {
  if (lo >= hi) return a;
  var pivot = a[(lo + hi) >> 1], i = lo, j = hi;
  while (i <= j) {
    while (a[i] < pivot) i++;
    while (a[j] > pivot) j--;
    if (i <= j) {
      var t = a[i]; a[i] = a[j]; a[j] = t;
      i++; j--;
    }
  }
  quickSort(a, lo, j);
  quickSort(a, i, hi);
  return a;
}
var nums = [33, 5, 12, 5, 98, 41, 0, -7, 66];
print(quickSort(nums, 0, nums.length - 1).join(' '));
