// Attacks every loop of the host: iterators and spread end at once or never.
Array.prototype[Symbol.iterator] = function () {
  let left = 3;
  return { next() { left -= 1; return { done: left < 0, value: 'forged' }; } };
};
const generator = Object.getPrototypeOf(function* () {}).prototype;
generator.next = () => ({ done: true, value: 'forged' });
Array.prototype.values = () => null;
function sum(list) {
  let total = 0;
  for (let i = 0; i < list.length; i += 1) total += list[i];
  return total;
}
const total = sum([1, 2, 3]);
print(total);
setTimeout(print, 1, 'x', total);
