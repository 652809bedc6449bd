'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function f() {
  let n = 1;
  try {
    return n;
  } finally {
    n = 2;
  }
}
Math.abs(f());
Math.abs(1);
Math.abs(2);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(6);
  await d.run();
  const stop = await d.stepOver();
  return {
    shows: !stop.paused,
    expected: 'step over ends in f, in its caller at line 9, or at the latest at line 10',
    actual: `step over ${stop.text}`,
  };
});
