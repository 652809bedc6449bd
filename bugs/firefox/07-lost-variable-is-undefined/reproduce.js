'use strict';
const { reproduce } = require('../rdp.js');

const program = `
function outer(parameter) {
  let lost = 1;
  let kept = 2;
  return function () {
    return kept;
  };
}
outer(3)();`;

reproduce(async ({ script }) => {
  const session = async (look) => {
    const d = await script(program);
    await d.breakpoint(4);
    await d.breakpoint(5);
    await d.run();
    if (look) await d.variables();
    await d.continue();
    const scopes = await d.variables();
    await d.evaluate('lost');
    const value = (name) => scopes.find(({ variables }) => name in variables).variables[name];
    return `lost = ${value('lost')}, parameter = ${value('parameter')}`;
  };
  const blind = await session(false);
  const seen = await session(true);
  return {
    shows: /lost = undefined/.test(blind) || blind !== seen,
    expected: 'lost is 1, or marked as optimised away as the parameter is, and a look at the variables changes nothing',
    actual: `${blind}; after an earlier look ${seen}`,
  };
});
