'use strict';
const { reproduce } = require('../rdp.js');

const program = `
let n = 0;
while (n < 3) {
  n += 1;
}
n = 9;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(1);
  await d.breakpoint(3);
  await d.run();
  await d.stepOver();
  const first = await d.stepOver();
  const second = await d.continue();
  return {
    shows: first.at === '3:2' && second.finished,
    expected: 'continue ends at the breakpoint, 3:2, in the second iteration',
    actual: `continue ${second.text}`,
  };
});
