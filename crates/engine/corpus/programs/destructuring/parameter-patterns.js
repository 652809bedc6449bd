function area({ w = 1, h = w } = {}) {
  return w * h;
}
const norm = ([x, y] = [3, 4]) => Math.sqrt(x * x + y * y);
function tag({ name, attrs: { id = 'no-id' } = {} }, ...[firstChild, ...more]) {
  return `${name}#${id}:${firstChild}+${more.length}`;
}
print(area(), area({ w: 5 }), area({ w: 2, h: 9 }));
print(norm(), norm([6, 8]));
print(tag({ name: 'div' }, 'text', 'b', 'i'));
print(tag({ name: 'p', attrs: { id: 'x' } }));
