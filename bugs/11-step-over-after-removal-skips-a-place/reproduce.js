'use strict';
const { reproduce } = require('../inspector.js');

const program = `
(() => {
  let a;
  Math.abs();
  Math.abs();
})();`;

reproduce(async ({ script }) => {
  const stepOver = async (more) => {
    const d = await script(program);
    if (more) await d.breakpoint(4, 0, 'false');
    const id = await d.breakpoint(2);
    await d.run();
    await d.remove(id);
    return d.stepOver();
  };
  const without = await stepOver(false);
  const withOne = await stepOver(true);
  return {
    shows: without.text !== withOne.text,
    expected: 'a breakpoint that is never true changes nothing: step over stops at 3:2 both times',
    actual: `without it ${without.text}, with it ${withOne.text}`,
  };
});
