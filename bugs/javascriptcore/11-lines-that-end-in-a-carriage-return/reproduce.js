'use strict';
const { reproduce } = require('../webkit.js');

const program = (end) => ['debugger;', 'Math.abs();', 'Math.abs();', 'Math.abs();'].join(end);

reproduce(async ({ script }) => {
  const ends = { 'a line feed': '\n', 'a carriage return': '\r', 'a line separator': '\u2028' };
  const actual = [];
  let shows = false;
  for (const [name, end] of Object.entries(ends)) {
    const d = await script(program(end));
    await d.run();
    const stop = await d.stepOver();
    const id = await d.breakpoint(4);
    shows = shows || (stop.at === '2:0' && id === undefined);
    actual.push(`with ${name} step over ${stop.text} and a breakpoint on line 4 is ${id === undefined ? 'refused' : 'set'}`);
  }
  return {
    shows,
    expected: 'the lines that steps count are there for breakpoints too',
    actual: actual.join('; '),
  };
});
