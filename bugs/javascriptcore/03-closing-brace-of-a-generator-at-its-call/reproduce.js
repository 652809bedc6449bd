'use strict';
const { reproduce } = require('../webkit.js');

const generator = `
function* g() {
  yield 1;
}
const i = g();
i.next();
i.next();`;

const asynchronous = `
async function f() {
  await 1;
  Math.abs();
}
f();
Math.abs();`;

reproduce(async ({ script }) => {
  const stacks = async (program, line) => {
    const d = await script(program);
    await d.breakpoint(line);
    const seen = [];
    let stop = await d.run();
    while (stop.paused && seen.length < 9) {
      seen.push(d.stack());
      stop = await d.continue();
    }
    return seen;
  };
  const first = await stacks(generator, 3);
  const second = await stacks(asynchronous, 4);
  return {
    shows: /4:\d+$/.test(first[0] || '') && first.length === 1 && /5:\d+$/.test(second[0] || '') && second.length === 1,
    expected: 'one pause in each, when the body ends: called from line 6, and from nowhere after the await',
    actual: `${first.join('; ') || 'none'}, and ${second.join('; ') || 'none'}`,
  };
});
