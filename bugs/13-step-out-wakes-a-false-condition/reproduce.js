'use strict';
const { reproduce } = require('../inspector.js');

const program = `
(async () => {
  await 0;
  await 1;
  Math.abs();
})();`;

reproduce(async ({ script }) => {
  const stepOut = async (more) => {
    const d = await script(program);
    await d.breakpoint(3);
    if (more) await d.breakpoint(4, 0, 'false');
    await d.run();
    return d.stepOut();
  };
  const without = await stepOut(false);
  const withOne = await stepOut(true);
  return {
    shows: without.text !== withOne.text,
    expected: 'a breakpoint that is never true changes nothing and never pauses',
    actual: `without it ${without.text}, with it ${withOne.text}`,
  };
});
