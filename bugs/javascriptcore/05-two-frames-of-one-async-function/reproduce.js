'use strict';
const { reproduce } = require('../webkit.js');

const program = `
async function f() {
  Math.abs();
  await 1;
}
f();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const stack = d.stack();
  await d.variables(1);
  return {
    shows: stack.split(' < ').length === 3,
    expected: 'two frames: f and, below it, the global code that called it',
    actual: stack,
  };
});
