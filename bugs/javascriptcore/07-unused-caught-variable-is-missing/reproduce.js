'use strict';
const { reproduce } = require('../webkit.js');

const program = `
try {
  throw 'up';
} catch (e) {
  Math.abs();
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(4);
  await d.run();
  const scopes = await d.variables();
  const value = await d.evaluate('e');
  return {
    shows: !scopes.some(({ variables }) => 'e' in variables) && value !== '"up"',
    expected: 'e is "up", in the variables and in evaluate',
    actual: `e is not among the variables, evaluate e ${value}`,
  };
});
