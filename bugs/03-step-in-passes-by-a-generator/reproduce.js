'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function* f() {
  yield 1;
}
[...f()];`;

reproduce(async ({ script }) => {
  const stepIn = async (more) => {
    const d = await script(program);
    await d.breakpoint(4);
    if (more) await d.breakpoint(2, 0, 'false');
    await d.run();
    return d.stepIn();
  };
  const without = await stepIn(false);
  const withOne = await stepIn(true);
  return {
    shows: without.text !== withOne.text,
    expected: 'a breakpoint that is never true changes nothing: step in enters f at 2:2 both times',
    actual: `without it ${without.text}, with it ${withOne.text}`,
  };
});
