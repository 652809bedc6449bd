'use strict';
const { reproduce } = require('../rdp.js');

const program = `
let n = 0;
n += 1;
n += 1;
n += 1;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const first = await d.stepOver();
  const before = await d.evaluate('n');
  await d.breakpoint(3);
  const second = await d.continue();
  const after = second.paused && (await d.evaluate('n'));
  return {
    shows: second.paused && second.at === first.at && before === after,
    expected: 'continue runs to the end: line 3 runs once, and the program is already paused before it',
    actual: `continue ${second.text}, n is ${before} before and ${after} after it`,
  };
});
