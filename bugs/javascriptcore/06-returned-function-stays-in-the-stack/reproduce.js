'use strict';
const { reproduce } = require('../webkit.js');

const program = `
'use strict';
function f(x) {
  Math.abs();
  return String(x);
}
f(1);
f(2);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const first = d.stack();
  await d.continue();
  const second = d.stack();
  return {
    shows: first.split(' < ').length === 2 && second.split(' < ').length === 3,
    expected: 'two frames in both calls: f and the global code',
    actual: `${first} in the first, ${second} in the second`,
  };
});
