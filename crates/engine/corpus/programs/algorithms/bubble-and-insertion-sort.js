function bubble(list) {
  const a = list.slice();
  let swaps = 0;
  for (let end = a.length - 1; end > 0; end--) {
    let moved = false;
    for (let i = 0; i < end; i++) {
      if (a[i] > a[i + 1]) {
        const t = a[i];
        a[i] = a[i + 1];
        a[i + 1] = t;
        swaps++;
        moved = true;
      }
    }
    if (!moved) break;
  }
  return a.join(' ') + ' (' + swaps + ')';
}

function insertion(list) {
  const a = [...list];
  let shifts = 0;
  for (let i = 1; i < a.length; i++) {
    const x = a[i];
    let j = i;
    while (j > 0 && a[j - 1] > x) {
      a[j] = a[j - 1];
      j--;
      shifts++;
    }
    a[j] = x;
  }
  return a.join(' ') + ' (' + shifts + ')';
}
const data = [9, 4, 7, 1, 8, 2];
print(bubble(data));
print(insertion(data));
print(bubble([1, 2, 3]), insertion([]));
