'use strict';
const { reproduce } = require('../inspector.js');

const program = `
(() => {
  var x;
  return 1;
})();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const missing = !('x' in (await d.variables())[0].variables);
  const value = await d.evaluate('x');
  return {
    shows: missing && value !== 'undefined',
    expected: 'x is a variable of the function, its value is undefined',
    actual: `the variables ${missing ? 'have no x' : 'have x'}, evaluate x ${value}`,
  };
});
