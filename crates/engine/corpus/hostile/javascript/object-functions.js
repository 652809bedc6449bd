// Attacks how values are read: the functions of Object and Reflect tell something else.
Object.keys = () => ['forged'];
Object.getOwnPropertyDescriptor = () => ({ value: 'forged' });
Object.defineProperty = () => { throw new Error('forged'); };
Object.getPrototypeOf = () => null;
Object.is = () => true;
Object.freeze = (value) => ({ forged: value });
Reflect.construct = () => 'forged';
Reflect.apply = () => 'forged';
Reflect.ownKeys = () => ['forged'];
Array.isArray = () => false;
function pair(left, right) {
  const made = { left, right };
  return made;
}
const one = pair(1, [2, 3]);
print(one, -0, 0);
print(new Date().getTime());
setTimeout(() => print('late', pair('x', null)), 1);
