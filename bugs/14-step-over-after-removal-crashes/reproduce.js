'use strict';
const { reproduce } = require('../inspector.js');

const program = `
let a;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  const id = await d.breakpoint(1);
  await d.run();
  await d.remove(id);
  const stop = await d.stepOver();
  return { shows: !!stop.crashed, expected: 'step over pauses at the end of the script, 1:6', actual: stop.text };
});
