'use strict';
const { reproduce } = require('../inspector.js');

const program = `
class C {
  static {
    const list = [1, 2];
    Math.abs(list.length);
  }
}`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(4);
  await d.run();
  const scopes = await d.variables();
  const value = await d.evaluate('list');
  return {
    shows: value === 'Array(2)' && !scopes.some((scope) => 'list' in scope.variables),
    expected: 'list is among the variables, as evaluate says',
    actual: `evaluate says ${value}, the variables show ${scopes.length} scopes`,
  };
});
