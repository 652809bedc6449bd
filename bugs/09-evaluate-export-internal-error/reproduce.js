'use strict';
const { reproduce } = require('../inspector.js');

const program = `
export let x = 1;`;

reproduce(async ({ module }) => {
  const d = await module(program);
  await d.breakpoint(1, 15);
  await d.run();
  await d.variables();
  const value = await d.evaluate('x');
  return {
    shows: value.startsWith('refused'),
    expected: 'a ReferenceError, as the program itself would get, or undefined',
    actual: value,
  };
});
