'use strict';
const { reproduce } = require('../inspector.js');

const program = (statement) => `
async function f() {
  ${statement};
}
f().catch(() => {});
Math.abs(1);
Math.abs(2);`;

reproduce(async ({ script }) => {
  const leave = async (statement) => {
    const d = await script(program(statement));
    await d.breakpoint(2);
    await d.run();
    let stop = await d.stepOver();
    if (stop.paused && stop.frames.length > 1) stop = await d.stepOver();
    return stop;
  };
  const returned = await leave('return 1');
  const thrown = await leave('throw 1');
  return {
    shows: !!returned.paused && !thrown.paused,
    expected: 'steps over lead out of f into its caller, at line 4 or at the latest at line 5, with throw as with return',
    actual: `with return ${returned.text}, with throw ${thrown.text}`,
  };
});
