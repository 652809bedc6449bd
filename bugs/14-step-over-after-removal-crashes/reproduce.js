'use strict';
const { reproduce } = require('../inspector.js');

const program = `
0;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  const id = await d.breakpoint(1);
  await d.run();
  await d.remove(id);
  const stop = await d.stepOver();
  return { shows: !!stop.crashed, expected: 'step over pauses at the end of the script, 1:2', actual: stop.text };
});
