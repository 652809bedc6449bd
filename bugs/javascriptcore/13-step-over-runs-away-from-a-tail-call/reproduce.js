'use strict';
const { reproduce } = require('../webkit.js');

const program = (statement) => `
"use strict";
function f(list) {
  ${statement}
}
f([1]);
Math.abs(1);
Math.abs(2);`;

reproduce(async ({ script }) => {
  const leave = async (statement) => {
    const d = await script(program(statement));
    await d.breakpoint(3);
    await d.run();
    let stop = await d.stepOver();
    for (let i = 0; i < 3 && stop.paused && stop.frames.length > 1; i++) stop = await d.stepOver();
    return stop;
  };
  const plain = await leave('const text = list.join(); return text;');
  const tail = await leave('return list.join();');
  return {
    shows: plain.paused && !tail.paused,
    expected: 'step over from the end of f ends in its caller, at line 6 at the latest',
    actual: `with a variable it ${plain.text}, with a call behind the return it ${tail.text}`,
  };
});
