'use strict';
const { reproduce } = require('../inspector.js');

const program = (never) => `
const pick = (list) => {
  ${never}
  return list;
};
const first = pick(globalThis);`;

reproduce(async ({ module }) => {
  const places = [];
  for (const never of ['if (false) { list = 7; }', 'if (false) { pick = 7; }']) {
    const d = await module(program(never));
    const location = { scriptId: d.script, lineNumber: 4, columnNumber: 19 };
    const { actualLocation } = await d.send('Debugger.setBreakpoint', { location });
    places.push(`5:${actualLocation.columnNumber}`);
    console.log(`  breakpoint at 5:19 -> set at ${places[places.length - 1]}`);
  }
  return {
    shows: places[0] !== places[1],
    expected: 'a breakpoint asked for at 5:19 stands in the same place, whatever the code that never runs says',
    actual: `it stands at ${places.join(' and at ')}`,
  };
});
