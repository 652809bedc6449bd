'use strict';
const { reproduce } = require('../webkit.js');

const program = `
let a = 1;
a += 1;
export { a };`;

reproduce(async ({ module }) => {
  const d = await module(program);
  await d.breakpoint(2);
  await d.run();
  const scopes = await d.variables();
  const value = await d.evaluate('a');
  return {
    shows: value === '1' && !scopes.some(({ variables }) => 'a' in variables),
    expected: 'a is 1, in the variables and in evaluate',
    actual: `a is not among the variables, evaluate gives ${value}`,
  };
});
