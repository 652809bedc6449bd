'use strict';
const { reproduce } = require('../webkit.js');

const program = `
const i = [1].values();
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const scope = (await d.variables()).find(({ variables }) => 'i' in variables);
  const type = await d.evaluate('typeof i');
  const value = scope && scope.variables.i;
  return {
    shows: type === '"object"' && /^"/.test(value),
    expected: 'i is an object, an array iterator',
    actual: `typeof i is ${type}, and the variables show the string ${value}`,
  };
});
