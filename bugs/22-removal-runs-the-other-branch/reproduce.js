'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function f(x) {
  if (x) {
    Math.abs();
    return false;
  }
  x += 1;
  return x;
}
f(1);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  const breakpoint = await d.breakpoint(4);
  await d.run();
  await d.remove(breakpoint);
  await d.stepIn();
  const end = await d.continue();
  return {
    shows: end.value === '2',
    expected: 'f(1) is false, as it is without a debugger',
    actual: `f(1) ${end.text}`,
  };
});
