export let counter = 0;
export const PI2 = 6.28, names = ['a', 'b'];
export function bump(by = 1) {
  counter += by;
  return counter;
}
export class Tool {
  use() { return 'used ' + bump(10); }
}
const local = 'hidden';
export { local as renamed, names as 'string name' };
export default function () {
  return 'default';
}

bump();
bump(4);
print(counter, new Tool().use());
print(names.length * PI2, local);
