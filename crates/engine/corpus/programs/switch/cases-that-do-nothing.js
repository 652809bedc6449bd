function weight(kind) {
  let total = 0;
  switch (kind) {
    case 'air':
      void 0;
      break;
    case 'note':
      total + 1;
      break;
    case 'stone':
      total += 7;
    // falls through
    case 'wood':
      total += 2;
      break;
    default:
      void kind;
  }
  return total;
}
for (const kind of ['air', 'note', 'stone', 'wood', 'light']) {
  print(kind, weight(kind));
}
