'use strict';
const { reproduce } = require('../rdp.js');

const program = `
var out = [];
(async () => {
  await 0;
  out.push(1);
  await 0;
  out.push(3);
})();
Promise.resolve().then(() => out.push(2));`;

reproduce(async ({ script }) => {
  const order = async (line) => {
    const d = await script(program);
    if (line) await d.breakpoint(line);
    let stop = await d.run();
    if (stop.paused) stop = await d.continue();
    return d.evaluate('out.join()');
  };
  const without = await order(0);
  const withOne = await order(4);
  return {
    shows: without === '"1,2,3"' && withOne !== without,
    expected: 'the program does the same, whether it pauses on the way or not: "1,2,3"',
    actual: `${without} without a pause, ${withOne} with one`,
  };
});
