'use strict';
const { reproduce } = require('../rdp.js');

const program = `
let n = 0;
if (true) {
  n = 1;
}
1 + 1;
n = 2;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  const head = await d.breakpoint(2);
  const sum = await d.breakpoint(5);
  return {
    shows: head.line !== 2 || sum.line !== 5,
    expected: 'both statements run, so that a breakpoint can stand on lines 2 and 5',
    actual: `the first place at or after line 2 is on line ${head.line}, and after line 5 on line ${sum.line}`,
  };
});
