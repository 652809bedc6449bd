// The request line of HTTP, as in an old fault of a well-known server: a tab between the parts was
// to be read like a space, but the end of the address is looked for with the space alone.
const SPACE = 32, TAB = 9;

function isSpace(code) {
  return code === SPACE || code === TAB;
}

export function P(line) {
  const end = line.length;
  let at = 0;
  while (at < end && !isSpace(line.charCodeAt(at))) at++;
  const method = line.slice(0, at);
  while (at < end && isSpace(line.charCodeAt(at))) at++;
  const start = at;
  while (at < end) {
    const code = line.charCodeAt(at);
    if (code === SPACE) break;
    at++;
  }
  const address = line.slice(start, at);
  while (at < end && isSpace(line.charCodeAt(at))) at++;
  return [method, address, line.slice(at)];
}

// What separates the parts must not matter.
const same = (a, b) => a.join('|') === b.join('|');
const withSpaces = line => {
  let result = '';
  for (const character of line) result += character === '\t' ? ' ' : character;
  return result;
};
export const relations = {
  spaces: { T: line => [withSpaces(line)], M: same },
};
export const valid = line => line.length >= 3;
export const domain = { string: '\t !/GX', length: [3, 10] };
export const generate = random => {
  const separator = () => random.pick([' ', '\t']);
  const word = () => random.array(random.int(1, 3), () => random.pick(['G', 'X', '/'])).join('');
  return word() + separator() + word() + separator() + word();
};
