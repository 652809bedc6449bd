'use strict';
const { reproduce } = require('../webkit.js');

const program = `
function note(value) {
  Math.abs(value);
}
setTimeout(note, 1, 1);
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  let last = await d.stepIn();
  for (let steps = 0; steps < 4 && !last.finished && !/ in note/.test(last.text); steps += 1) last = await d.stepIn();
  // The callback does run: a breakpoint in it pauses.
  const other = await script(program);
  await other.breakpoint(2);
  await other.breakpoint(5);
  await other.run();
  const called = await other.continue();
  return {
    shows: Boolean(last.finished) && called.at === '2:2',
    expected: 'a step in pauses in note, which runs next',
    actual: last.text,
  };
});
