"use strict";
function merge(left, right) {
  const out = [];
  let i = 0, j = 0;
  while (i < left.length && j < right.length) {
    out.push(left[i] <= right[j] ? left[i++] : right[j++]);
  }
  while (i < left.length) out.push(left[i++]);
  while (j < right.length) out.push(right[j++]);
  return out;
}
function mergeSort(list, depth = 0) {
  if (list.length < 2) return list;
  const mid = Math.floor(list.length / 2);
  const left = mergeSort(list.slice(0, mid), depth + 1);
  const right = mergeSort(list.slice(mid), depth + 1);
  const merged = merge(left, right);
  if (depth === 1) print('half', merged.join(','));
  return merged;
}
print(mergeSort([6, 3, 9, 1, 8, 2, 7]).join(','));
