// Attacks the runtime around a program: process, require, Deno and Bun, if there is a way to them.
const ways = ['process', 'require', 'module', 'Deno', 'Bun', 'global', '__filename', 'WebAssembly', 'fetch'];
function look(name) {
  const kind = typeof globalThis[name];
  return kind === 'undefined' ? 0 : 1;
}
let there = 0;
for (const way of ways) there += look(way);
const made = Function('return this')();
print(made === globalThis, there >= 0);
try {
  const hidden = print.constructor('return typeof process')();
  print(typeof hidden);
} catch (error) {
  print('refused');
}
