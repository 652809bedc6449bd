function gather(iterable) {
  const parts = [];
  for (const item of iterable) {
    if (Array.isArray(item)) {
      const [k, v] = item;
      parts.push(`${k}->${v}`);
    } else {
      parts.push(String(item));
    }
  }
  return parts.join(' ');
}

print(gather('abc'));
print(gather([1, , 3]));
print(gather(new Set([3, 1, 3])));
print(gather(new Map([['x', 1], ['y', 2]])));
print(gather(['p', 'q'].entries()));
