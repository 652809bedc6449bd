'use strict';
const { reproduce } = require('../webkit.js');

const program = (argument) => `
function f() {
  Math.abs(${argument});
}
f();
Math.abs();`;

reproduce(async ({ script }) => {
  const stepOut = async (argument) => {
    const d = await script(program(argument));
    await d.breakpoint(2);
    await d.run();
    return d.stepOut();
  };
  const one = await stepOut('1');
  const two = await stepOut('Math.max(1)');
  return {
    shows: one.at === '5:0' && two.at === '2:2',
    expected: 'step out leaves f and ends at 5:0, however many calls line 2 has',
    actual: `with one call step out ${one.text}, with two ${two.text}`,
  };
});
