'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function* f() {
  yield 1;
  return 2;
}
const g = f();
g.next();
g.next();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.breakpoint(7);
  await d.run();
  await d.stepOver();
  const stop = await d.continue();
  return {
    shows: !!stop.paused && stop.hit.length === 0,
    expected: 'continue runs to the end: no breakpoint is left to hit',
    actual: stop.text + (stop.paused ? `, breakpoints hit: ${stop.hit.length}` : ''),
  };
});
