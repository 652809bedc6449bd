"use strict";

function parse(source) {
  const result = { global: {} };
  let section = 'global', lineNo = 0;
  const problems = [];
  for (const raw of source.split('\n')) {
    lineNo++;
    const line = raw.trim();
    if (line === '' || line[0] === ';') continue;
    const head = /^\[(\w+)\]$/.exec(line);
    if (head) {
      section = head[1];
      result[section] = result[section] || {};
      continue;
    }
    const eq = line.indexOf('=');
    if (eq < 1) {
      problems.push(lineNo);
      continue;
    }
    const key = line.slice(0, eq).trim();
    let value = line.slice(eq + 1).trim();
    if (value === 'true' || value === 'false') value = value === 'true';
    else if (value !== '' && !isNaN(value)) value = Number(value);
    result[section][key] = value;
  }
  return { result, problems };
}
const { result, problems } = parse('depth = 3\n; note\n[ui]\ndark=true\nbroken line\nname = a=b\n[empty]');
print(JSON.stringify(result));
print(problems.join());
