'use strict';
const { reproduce } = require('../inspector.js');

const program = `
function f(x) {
  if (x) return 'yes';
  return 'no';
  Math.abs();
}
f(true);
f(false);`;

reproduce(async ({ script }) => {
  const stops = [];
  let earliest = Infinity;
  for (const line of [4, 5]) {
    const d = await script(program);
    try {
      await d.breakpoint(line);
    } catch (error) {
      if (error.message !== 'Could not resolve breakpoint') throw error;
      console.log('  breakpoint refused');
      stops.push(`asked for line ${line}: refused`);
      continue;
    }
    const stop = await d.run();
    if (stop.paused) earliest = Math.min(earliest, Number(stop.at.split(':')[0]));
    stops.push(`asked for line ${line}: ${stop.text}`);
  }
  return {
    shows: earliest < 4,
    expected: 'no pause before the line that was asked for: line 4 never runs, and line 5 or something behind it comes next',
    actual: stops.join('; '),
  };
});
