'use strict';
const { reproduce } = require('../inspector.js');

const program = `
async function* ticks() {
  yield 1;
}
(async () => {
  for await (const tick of ticks());
})();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const stop = await d.stepOut();
  return { shows: !!stop.crashed, expected: 'step out pauses or the program finishes', actual: stop.text };
});
