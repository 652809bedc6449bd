'use strict';
const { reproduce } = require('../inspector.js');

const program = `
async function f() {
  await 1;
  Math.abs(1);
}
(async () => {
  await f();
  Math.abs(2);
})();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.breakpoint(3);
  await d.run();
  await d.stepOut();
  const stop = await d.continue();
  return {
    shows: !!stop.paused,
    expected: 'continue runs to the end: no breakpoint is left to hit',
    actual: stop.text + (stop.paused ? `, breakpoints hit: ${stop.hit.length}` : ''),
  };
});
