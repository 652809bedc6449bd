const first = await Promise.resolve(4);
let second = 0;
for (const n of [1, 2, 3]) {
  second += await n * first;
}
print(first, second);

async function load(name) {
  await null;
  return name.toUpperCase();
}
const [x, y] = await Promise.all([load('left'), load('right')]);
print(x + '|' + y);
export default x;
