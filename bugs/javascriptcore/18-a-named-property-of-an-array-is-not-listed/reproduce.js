'use strict';
const { reproduce } = require('../webkit.js');

const program = `
const list = [1, 2];
list.note = 'x';
const empty = [];
empty.note = 'y';
Math.abs();`;

reproduce(async ({ script }) => {
  const d = await script(program);
  await d.breakpoint(5);
  await d.run();
  const value = await d.evaluate('list.note');
  const names = await d.properties('list');
  const others = await d.properties('empty');
  return {
    shows: value === '"x"' && others.includes('note') && !names.includes('note'),
    expected: 'note is among the properties of list, as it is among those of empty',
    actual: `list has ${names.join(', ')}; empty has ${others.join(', ')}`,
  };
});
