function register(kinds) {
  const handlers = [];
  for (const kind of kinds) {
    switch (kind) {
      case 'add': {
        const amount = 5;
        handlers.push(x => x + amount);
        break;
      }
      case 'scale': {
        const amount = 3;
        handlers.push(x => x * amount);
        break;
      }
      case 'divide':
        handlers.push(x => x / 0);
        break;
      default:
        handlers.push(x => x);
    }
  }
  return handlers;
}
let value = 2;
for (const h of register(['add', 'scale', 'noop', 'add'])) value = h(value);
print(value);
