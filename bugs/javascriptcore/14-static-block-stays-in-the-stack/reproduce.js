'use strict';
const { reproduce } = require('../webkit.js');

const program = `
class A {
  static {
    Math.abs();
  }
}
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const inside = d.stack();
  await d.stepOver();
  await d.stepOut();
  const after = d.stack();
  return {
    shows: after.split(' < ').length === 2,
    expected: 'one frame after the class: the global code',
    actual: `${inside} in the block, ${after} after it`,
  };
});
