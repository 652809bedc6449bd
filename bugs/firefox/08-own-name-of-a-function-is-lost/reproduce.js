'use strict';
const { reproduce } = require('../rdp.js');

const program = `
(function f(n) {
  if (n > 0) f(n - 1);
})(1);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const scopes = await d.variables();
  const shown = (scopes.find(({ variables }) => 'f' in variables) || { variables: {} }).variables.f;
  const value = await d.evaluate('f');
  return {
    shows: shown !== 'Function' && value !== 'Function',
    expected: 'f is the function that runs, which the next statement calls by this name',
    actual: `the variables show ${shown}, evaluate f ${value}`,
  };
});
