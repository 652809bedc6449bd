'use strict';
const { reproduce } = require('../inspector.js');

const program = (loop) => `
function f(list) {
  for (const x ${loop} list) {
    throw x;
  }
}
try {
  f([1]);
} catch (_) {
  Math.abs(1);
}
Math.abs(2);`;

reproduce(async ({ script }) => {
  const step = async (loop, how) => {
    const d = await script(program(loop));
    await d.breakpoint(3);
    await d.run();
    return d[how]();
  };
  const other = await step('in', 'stepOver');
  const over = await step('of', 'stepOver');
  const into = await step('of', 'stepIn');
  return {
    shows: other.at === '9:2' && !(over.paused && into.paused),
    expected: 'the step ends where the program continues, in the catch block at 9:2, whatever the loop',
    actual: `for-in: ${other.text}; for-of: ${over.text}, with step in ${into.text}`,
  };
});
