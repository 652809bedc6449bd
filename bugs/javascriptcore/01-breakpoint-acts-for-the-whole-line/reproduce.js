'use strict';
const { reproduce } = require('../webkit.js');

const program = `
const f = () => Math.abs();
f();
f();
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(1);
  const first = await d.run();
  const second = await d.continue();
  return {
    shows: first.at === '1:0' && second.paused,
    expected: 'one pause, at 1:0, where the breakpoint stands: that statement runs once',
    actual: `continue ${second.text}`,
  };
});
