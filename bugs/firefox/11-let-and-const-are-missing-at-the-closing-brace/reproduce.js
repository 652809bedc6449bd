'use strict';
const { reproduce } = require('../rdp.js');

const program = `
const inLet = 'outer';
function f() {
  var inVar = 1;
  let inLet = 2;
  return inVar + inLet;
}
f();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  await d.variables();
  await d.stepOver();
  const scopes = await d.variables();
  const value = await d.evaluate('inLet');
  const own = scopes.filter(({ type }) => type.startsWith('function'));
  return {
    shows: !own.some(({ variables }) => 'inLet' in variables) || value !== '2',
    expected: 'inLet is 2 at the brace, as inVar is 1: both belong to f, which is still on the stack',
    actual: `inLet is ${own.some(({ variables }) => 'inLet' in variables) ? 'listed' : 'not among the variables of f'}, evaluate inLet gives ${value}`,
  };
});
