'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function* g() {
  yield 1;
  yield 2;
}
function* f() {
  for (const x of g()) yield x;
}
for (const x of f()) Math.abs(x);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(6, 23);
  await d.run();
  const stop = await d.stepOver();
  return {
    shows: /in g$/.test(stop.text),
    expected: 'step over stays in f, at the head of the loop (6:13)',
    actual: stop.text,
  };
});
