'use strict';
const { reproduce } = require('../inspector.js');

const program = `
(() => {
  try {
    throw 1;
  } catch (e) {
    return e;
  }
})();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  await d.evaluate('e');
  await d.stepOver();
  const scopes = await d.variables();
  const value = await d.evaluate('e');
  const inView = scopes.some(({ variables }) => variables.e === '1');
  return {
    shows: inView && value !== '1',
    expected: 'evaluate e gives 1, as the variables show it',
    actual: `evaluate e ${value}, the variables ${inView ? 'show e = 1' : 'have no e'}`,
  };
});
