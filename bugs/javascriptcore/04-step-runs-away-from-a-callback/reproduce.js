'use strict';
const { reproduce } = require('../webkit.js');

const program = `
function f() {
  return 1;
}
[1].map(f);
Math.abs();
Math.abs();`;

reproduce(async ({ script }) => {
  const step = async (how) => {
    const d = await script(program);
    await d.breakpoint(2);
    await d.run();
    let stop = await d[how]();
    if (stop.at === '3:1') stop = await d[how]();
    return stop;
  };
  const over = await step('stepOver');
  const out = await step('stepOut');
  const into = await step('stepIn');
  return {
    shows: into.at === '5:0' && (!over.paused || !out.paused),
    expected: 'each of the three steps that leave f ends in its caller: at line 4 or, as step in does, at 5:0',
    actual: `step over ${over.text}, step out ${out.text}, step in ${into.text}`,
  };
});
