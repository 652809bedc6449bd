'use strict';
const { reproduce } = require('../webkit.js');

const program = `
let ran = 0;
Error.prototype.toString = () => { ran += 1; return 'forged'; };
const e = new Error('x');
Math.abs();
Math.abs(ran);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(4);
  await d.run();
  const before = await d.evaluate('ran');
  await d.variables();
  const after = await d.evaluate('ran');
  return {
    shows: before === '0' && after !== '0',
    expected: `ran is ${before} before and after looking at the variables`,
    actual: `ran is ${after} after looking at the variables`,
  };
});
