'use strict';
const { reproduce } = require('../rdp.js');

const programs = {
  'a function': `
function f() {
  Math.abs();
}
f();`,
  'an async function': `
async function f() {
  Math.abs();
}
f();`,
  'a generator': `
function* f() {
  Math.abs();
}
[...f()];`,
};

reproduce(async ({ script }) => {
  const actual = [];
  const stops = {};
  for (const [name, program] of Object.entries(programs)) {
    const d = await script(program);
    await d.breakpoint(3);
    stops[name] = await d.run();
    actual.push(`${name}: ${stops[name].text}`);
  }
  return {
    shows: stops['a function'].paused && (stops['an async function'].finished || stops['a generator'].finished),
    expected: 'a pause at 3:0 in all three, since each body runs to its end',
    actual: actual.join('; '),
  };
});
