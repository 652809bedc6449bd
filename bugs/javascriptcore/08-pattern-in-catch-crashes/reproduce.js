'use strict';
const { reproduce } = require('../webkit.js');

const program = `
try {
  throw { a: 1, b: 2 };
} catch ({ a, b }) {
  Math.abs(a, b);
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(4);
  const stop = await d.run();
  return {
    shows: !!stop.crashed,
    expected: 'a pause at 4:2, with a = 1 and b = 2',
    actual: stop.text,
  };
});
