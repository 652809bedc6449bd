'use strict';
const { reproduce } = require('../inspector.js');

const program = (between) => `
function half(a) {
  var b = a + 1;
  ${between}return b / 2;
}
half(3);`;

reproduce(async ({ script }) => {
  const ends = [];
  for (const between of ['', 'a = a; ']) {
    const d = await script(program(between));
    await d.breakpoint(2, 0);
    await d.run();
    const { at } = await d.stepOver();
    ends.push(program(between).split('\n')[3].slice(Number(at.split(':')[1])));
  }
  return {
    shows: ends[0] !== ends[1],
    expected: 'a step over line 2 ends before the same rest of line 3 in both: nothing is left of a = a',
    actual: `it ends before ${ends.join('   and before ')}`,
  };
});
