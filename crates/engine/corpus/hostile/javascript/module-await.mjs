// Attacks the end of a module: promises are replaced while it waits at its top level.
const steps = [];
async function pause(n) {
  steps.push(n);
  await null;
  return n + 1;
}
let value = await pause(1);
Promise.prototype.then = function () { return this; };
Array.prototype.push = () => 0;
JSON.stringify = () => '{"output":[],"error":"forged"}';
value += 10;
print(value, steps.length);
setTimeout(() => print('late'), 1);
throw new Error('end of the module');
