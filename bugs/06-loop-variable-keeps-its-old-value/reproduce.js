'use strict';
const { reproduce } = require('../inspector.js');

const program = `
for (const i of [1, 2]) {
  let x = i;
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const first = (await d.variables())[0].variables.x;
  await d.evaluate('x');
  await d.continue();
  const second = (await d.variables())[0].variables.x;
  const value = await d.evaluate('x');
  return {
    shows: first !== '1' && second === '1',
    expected: `x has no value yet in either iteration: ${first}`,
    actual: `the variables show x = ${second} in the second iteration, evaluate gives ${value}`,
  };
});
