'use strict';
const { reproduce } = require('../inspector.js');

const program = `
const o = {
  get a() {
    return 1;
  },
  set a(v) {
    Math.abs();
  },
};
o.a++;
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const stop = await d.stepOut();
  return {
    shows: stop.paused && stop.frames.length > 1,
    expected: 'step out ends in the caller, at line 9 or, where that has no place left, at line 10',
    actual: `step out ${stop.text}`,
  };
});
