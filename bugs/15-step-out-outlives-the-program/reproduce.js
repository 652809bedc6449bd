'use strict';
const { reproduce } = require('../inspector.js');

const first = `
function f() {
  return 1;
}
f();`;

const second = '2;';

reproduce(async ({ script }) => {
  const d = await script(first);
  await d.breakpoint(2);
  await d.run();
  await d.stepOut();
  await d.stepOut();
  // The same process runs another script, in which no breakpoint stands.
  console.log(`the second script:\n   1 | ${second}`);
  await d.script_(second);
  const stop = await d.run();
  return { shows: !stop.finished, expected: 'the second script runs to its end', actual: stop.text };
});
