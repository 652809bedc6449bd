'use strict';
const { reproduce } = require('../inspector.js');

const program = `
(async function* () {
  yield 1;
})().next();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const stop = await d.stepOut();
  return { shows: !!stop.crashed, expected: 'step out pauses or the program finishes', actual: stop.text };
});
