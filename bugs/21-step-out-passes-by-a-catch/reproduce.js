'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function thrower() {
  throw 1;
}
function f() {
  try {
    thrower();
  } catch (_) {
    Math.abs(1);
  }
  Math.abs(2);
}
f();
Math.abs(3);`;

reproduce(async ({ script }) => {
  const step = async (how) => {
    const d = await script(program);
    await d.breakpoint(2);
    await d.run();
    return d[how]();
  };
  const over = await step('stepOver');
  const out = await step('stepOut');
  return {
    shows: over.at === '8:4' && out.at !== '8:4' && out.at !== '10:2',
    expected: 'step out ends in the caller, f, where it continues: in the catch block at 8:4, as step over does',
    actual: `step over ${over.text}, step out ${out.text}`,
  };
});
