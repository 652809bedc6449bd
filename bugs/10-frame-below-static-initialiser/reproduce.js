'use strict';
const { reproduce } = require('../inspector.js');

const program = `
Math.abs();
class C {
  static x = 1;
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  const stop = await d.run();
  const below = stop.frames[1];
  const line = Number(below.at.split(':')[0]);
  console.log(`  call stack -> ${stop.frames.map(({ name, at }) => `${name} ${at}`).join(', ')}`);
  return {
    shows: line < 2 || line > 4,
    expected: 'the frame below stands in the class, in lines 2 to 4',
    actual: `it stands at ${below.at}`,
  };
});
