'use strict';
const { reproduce } = require('../inspector.js');

const program = `
const make = function step(n) {
  return function () {
    return n > 0 ? step(n - 1) : 'done';
  };
};
make(1)();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.run();
  const scopes = await d.variables();
  const value = await d.evaluate('step');
  const isListed = scopes.some(({ variables }) => 'step' in variables);
  return {
    shows: !isListed && /^function step/.test(value),
    expected: 'step is among the variables of the closure, as n is: line 3 uses both',
    actual: `${isListed ? 'step is listed' : 'no scope lists step'}, evaluate step gives ${value}`,
  };
});
