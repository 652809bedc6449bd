'use strict';
const { reproduce } = require('../inspector.js');

const program = `
async function f(x) {
  await new Promise(function () {
    1;
  });
  x = x;
}
f();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  const stop = await d.run();
  const name = stop.frames[0].name;
  return {
    shows: name === 'x',
    expected: 'the function on line 2 has no name',
    actual: `the function on line 2 is called ${JSON.stringify(name)}`,
  };
});
