'use strict';
const { reproduce } = require('../inspector.js');

const program = (more) => `
function g(a = Math.abs(1)${more}) {
  return a;
}
g();`;

reproduce(async ({ script }) => {
  const stepIn = async (more) => {
    const d = await script(program(more));
    await d.breakpoint(1);
    await d.run();
    return d.stepIn();
  };
  const without = await stepIn('');
  const withOne = await stepIn(', b');
  return {
    shows: without.text !== withOne.text,
    expected: 'a parameter that is never used changes nothing: step in stops at 2:2, where the statement begins, both times',
    actual: `without it ${without.text}, with it ${withOne.text}`,
  };
});
