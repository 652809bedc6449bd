function safe(list) {
  let sum = 0;
  try {
    for (const n of list) sum += n;
  } catch (e) {
    sum = -1;
    print('cannot happen', e);
  } finally {
    sum *= 2;
  }
  if (sum < 0) {
    throw new Error('negative');
  }
  return sum;
}
print(safe([1, 2, 3]));
try { print(safe([])); } catch (never) { print('never'); }
