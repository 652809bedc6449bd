'use strict';
const { reproduce } = require('../rdp.js');

const program = `
function f(n) {
  const x = n;
  return x;
}
f(1);`;

reproduce(async ({ script }) => {
  const stepped = await script(program);
  await stepped.breakpoint(3);
  await stepped.run();
  const step = await stepped.stepOver();
  const d = await script(program);
  await d.breakpoint(4);
  const stop = await d.run();
  return {
    shows: /paused at 4:0/.test(step.text) && !/paused at 4:0/.test(stop.text),
    expected: 'both come to 4:0, or neither: the program does the same in both sessions',
    actual: `a step ${step.text}; with a breakpoint at 4:0 it ${stop.text}`,
  };
});
