'use strict';
const { reproduce } = require('../inspector.js');

const program = `
const x = 'outer';
(() => {
  const x = 'inner';
  (() => {
    return 1;
  })();
})();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  const scope = (await d.variables()).find(({ variables }) => 'x' in variables);
  const value = await d.evaluate('x');
  return {
    shows: !!scope && scope.variables.x === '"outer"' && value !== '"inner"',
    expected: 'x is "inner", or marked as not available, in both views',
    actual: `the first x in the scopes is ${scope && scope.variables.x}, evaluate x ${value}`,
  };
});
