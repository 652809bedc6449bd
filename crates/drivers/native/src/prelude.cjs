// Gives a program what debunk's programs expect: a `print` for each of its values. The program may
// replace whatever it can reach, so that all that is used is taken now; and nothing of the console is
// used, which Node makes when it is first asked for.
'use strict';
{
  const { writeSync } = require('fs');
  const asText = String;
  globalThis.print = (...values) => {
    for (let index = 0; index < values.length; index += 1) writeSync(1, asText(values[index]) + '\n');
  };
}
