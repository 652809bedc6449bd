'use strict';
const { reproduce } = require('../rdp.js');

const program = `
class C {
  static {
    Math.abs();
  }
  last() {}
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const stack = d.stack();
  const below = d.frames[1] ? d.frames[1].at : 'nothing';
  return {
    shows: below === '5:2',
    expected: 'the frame below is at the class, 1:0, or at the static block, 2:2',
    actual: `it is at ${below}, where the method last stands: ${stack}`,
  };
});
