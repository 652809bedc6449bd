'use strict';
const { reproduce } = require('../inspector.js');

const program = `
let calls = 0;
const watched = new Proxy({}, { get() { calls += 1; } });
const plain = Object.create(watched);
calls;
calls;`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  const before = await d.evaluate('calls');
  await d.variables();
  const after = await d.evaluate('calls');
  return {
    shows: before !== after,
    expected: `showing the variables runs no code of the program: calls stays ${before}`,
    actual: `calls is ${before} before the variables are shown, and ${after} after it`,
  };
});
