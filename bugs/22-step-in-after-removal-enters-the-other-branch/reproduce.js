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
f(1);
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  const breakpoint = await d.breakpoint(4);
  await d.run();
  await d.remove(breakpoint);
  const stop = await d.stepIn();
  return {
    shows: stop.paused && stop.at === '6:2',
    expected: 'step in ends where f is left, or in its caller; line 6 does not run',
    actual: `step in ${stop.text}`,
  };
});
