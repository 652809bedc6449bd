'use strict';
const { reproduce } = require('../webkit.js');

const indented = `
{
  function f() {
    Math.abs();
  }
  f();
}`;

const recursive = `
function f(n) {
  if (n > 0) f(n - 1);
}
f(2);`;

reproduce(async ({ script }) => {
  const count = async (program, line) => {
    const d = await script(program);
    await d.breakpoint(line);
    let pauses = 0;
    let stop = await d.run();
    while (stop.paused && pauses < 9) {
      pauses += 1;
      stop = await d.continue();
    }
    return pauses;
  };
  const first = await count(indented, 4);
  const second = await count(recursive, 3);
  return {
    shows: first < 1 || second < 3,
    expected: '1 pause in the first program, where f ends once, and 3 in the second, where it ends three times',
    actual: `${first} and ${second}`,
  };
});
