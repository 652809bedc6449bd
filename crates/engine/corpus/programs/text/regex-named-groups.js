const date = /(?<year>\d{4})-(?<month>\d\d)/u;
function read(text) {
  const m = date.exec(text);
  if (!m) return 'no match';
  const { year, month } = m.groups;
  return `${month}/${year} at ${m.index}`;
}
print(read('since 1999-12 or so'));
print(read('never'));
print('a1b22'.replace(/(?<d>\d+)/g, '<$<d>>'), /(?<=\$)\d+/.exec('cost $45')[0]);
print(/^.$/u.test('😀'), /^.$/.test('😀'), /a.c/s.test('a\nc'), 'x'.search(/y/));
