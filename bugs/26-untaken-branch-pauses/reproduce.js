'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function f(x) {
  if (x) {
    0;
  }
}
f(false);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  const stop = await d.run();
  return {
    shows: !!stop.paused && stop.at === '3:4',
    expected: 'no pause on line 3, which does not run',
    actual: stop.text,
  };
});
