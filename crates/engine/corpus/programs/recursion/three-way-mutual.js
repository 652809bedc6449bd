// three parts of a little grammar which call each other:
//   list := '(' item* ')'      item := list | letter
function parse(text) {
  let at = 0, depth = 0, deepest = 0;

  function list() {
    at++;
    depth++;
    if (depth > deepest) deepest = depth;
    const items = [];
    while (at < text.length && text[at] !== ')') items.push(item());
    at++;
    depth--;
    return items;
  }
  function item() {
    return text[at] === '(' ? list() : letter();
  }
  function letter() {
    const ch = text[at++];
    return ch.toUpperCase();
  }

  const tree = list();
  return { tree, deepest };
}

function show(node) {
  return Array.isArray(node) ? '<' + node.map(show).join('') + '>' : node;
}

const parsed = parse('(ab(c(d))(()e))');
print(show(parsed.tree));
print(parsed.deepest);
