'use strict';
const { reproduce } = require('../webkit.js');

const program = `
for (const i of [1, 2]) {
  Math.abs(i);
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const stop = await d.stepOver();
  const scopes = await d.variables();
  const value = (scopes.find(({ variables }) => 'i' in variables) || { variables: {} }).variables.i;
  return {
    shows: /^1:/.test(stop.at) && value === '1',
    expected: 'at the head i has no value: the variable of the first iteration is gone, that of the second is not made yet',
    actual: `at ${stop.at} i is ${value}`,
  };
});
