'use strict';
const { reproduce } = require('../rdp.js');

const program = `
let n = 0;
for (const x of [1, 2, 3]) {
  n += x;
}
n = 9;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(1);
  let stop = await d.run();
  const seen = [];
  while (stop.paused && seen.length < 20) {
    seen.push(stop.at);
    stop = await d.stepOver();
  }
  const count = seen.filter((at) => at === '3:2').length;
  return {
    shows: count < 3,
    expected: 'line 3 runs three times, and step over pauses there three times',
    actual: `${count} of 3: ${seen.join(', ')}`,
  };
});
