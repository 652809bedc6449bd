'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function f() {
  try {
    throw 1;
  } finally {
    Math.abs(1);
  }
}
try {
  f();
} catch (_) {
  Math.abs(2);
}
Math.abs(3);`;

reproduce(async ({ script }) => {
  const got = {};
  for (const how of ['stepOver', 'stepIn', 'stepOut']) {
    const d = await script(program);
    await d.breakpoint(5);
    await d.run();
    got[how] = await d[how]();
  }
  return {
    shows: !!got.stepOver.finished,
    expected: 'step over ends where the program continues, in the catch block at 11:2',
    actual: Object.entries(got).map(([k, s]) => `${k}: ${s.text}`).join('; '),
  };
});
