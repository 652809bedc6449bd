'use strict';
const { reproduce } = require('../rdp.js');

const program = `
function f(p, p) {
  return p;
}
var result = f(1, 2);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(2);
  await d.run();
  const shown = (await d.variables())[0].variables.p;
  const value = await d.evaluate('p');
  await d.continue();
  const result = await d.evaluate('result');
  return {
    shows: result === '2' && (shown !== '2' || value !== '2'),
    expected: 'p is 2: the last parameter of the name wins, and f returns it',
    actual: `the variables show ${shown}, evaluate gives ${value}, f returns ${result}`,
  };
});
