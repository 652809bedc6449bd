'use strict';
const { reproduce } = require('../inspector.js');

const program = `
{
  Math.abs();
  x;
  let x;
}`;

reproduce(async ({ script }) => {
  const run = async (more) => {
    const d = await script(program);
    if (more) await d.breakpoint(2, 0, 'false');
    return d.run();
  };
  const without = await run(false);
  const withOne = await run(true);
  return {
    shows: without.text !== withOne.text,
    expected: 'a breakpoint that is never true changes nothing: x throws a ReferenceError both times',
    actual: `without it ${without.text}; with it ${withOne.text}`,
  };
});
