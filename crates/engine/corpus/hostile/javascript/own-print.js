// Attacks the output: print and console are replaced, frozen and deleted.
const real = print;
let shadow = [];
globalThis.print = function (value) {
  shadow.push(value);
  real('own', value);
};
console.log = undefined;
function say(value) {
  const length = shadow.length;
  print(value);
  return length;
}
say('first');
say('second');
delete globalThis.console;
real(shadow, typeof console);
