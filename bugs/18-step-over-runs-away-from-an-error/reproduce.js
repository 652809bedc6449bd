'use strict';
const { reproduce } = require('../inspector.js');

const program = (statement) => `
function f() {
  try {
    ${statement};
  } catch (_) {}
}
f();
Math.abs();`;

reproduce(async ({ script }) => {
  const stepOver = async (statement) => {
    const d = await script(program(statement));
    await d.breakpoint(6);
    await d.run();
    return d.stepOver();
  };
  const own = await stepOver('throw new TypeError()');
  const builtIn = await stepOver('new Set(1)');
  return {
    shows: own.at === '7:0' && !builtIn.paused,
    expected: 'step over ends at the next statement, 7:0, whoever throws the error',
    actual: `with an error of the program ${own.text}, with one of a built-in function ${builtIn.text}`,
  };
});
