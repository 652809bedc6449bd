'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function plain(a) {
  let total = a + 1;
  return total;
}
function rest(...a) {
  let total = a.length;
  return total;
}
plain(1);
rest(1);`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(3);
  await d.breakpoint(7);
  const isThere = async () => (await d.variables()).some((scope) => 'total' in scope.variables);
  await d.run();
  const inPlain = await isThere();
  await d.continue();
  const inRest = await isThere();
  const value = await d.evaluate('total');
  return {
    shows: inPlain && !inRest,
    expected: 'total is a variable of both functions when they rest at their return',
    actual: `total is ${inPlain ? '' : 'not '}there in plain, and ${inRest ? '' : 'not '}there in rest, where evaluate total ${value}`,
  };
});
