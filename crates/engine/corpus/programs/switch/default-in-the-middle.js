function route(n) {
  const path = [];
  switch (n) {
    case 0:
      path.push('zero');
    default:
      path.push('default');
    case 1:
      path.push('one');
      break;
    case 2:
      path.push('two');
  }
  return path.join('>');
}
print(route(0));
print(route(1));
print(route(2));
print(route('0'));
