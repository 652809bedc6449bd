// Kinds of inputs: what is wrong with a kind, and why an input is not of it.
const KIND_NAMES = ['int', 'float', 'boolean', 'string'];
const KIND_KEYS = {
  int: [], float: [], oneOf: [], string: ['length'], array: ['length'], matrix: ['rows', 'columns'],
  tree: ['depth', 'value', 'children'], record: [],
};
const { isFinite: isFiniteNumber } = Number;
const isNumber = value => typeof value === 'number' && isFiniteNumber(value);
const isWhole = value => isNumber(value) && value % 1 === 0;
const told = value => { const text = JSON.stringify(value) ?? String(value); return text.length > 80 ? text.slice(0, 80) + '…' : text; };
const range = (given, low, high) => (Array.isArray(given) ? given : typeof given === 'number' ? [given, given] : [low, high]);
const formOf = kind => { for (const form of Object.keys(KIND_KEYS)) if (form in kind) return form; return null; };

function rangeProblem(name, given, isPart) {
  const [low, high] = range(given);
  const isRight = isPart ? isWhole : isNumber;
  if (isRight(low) && isRight(high) && low <= high && (!Array.isArray(given) || given.length === 2)) return null;
  return `${name} is ${told(given)}, but must be a ${isPart ? 'whole number' : 'number'} or [low, high]`;
}
const countProblem = (name, given) => (given === undefined ? null : rangeProblem(name, given, true) ?? (range(given)[0] < 0 ? `${name} is below 0` : null));
// What is wrong with a kind, or null.
function kindProblem(kind) {
  if (KIND_NAMES.includes(kind)) return null;
  const form = typeof kind === 'object' && kind !== null && !Array.isArray(kind) ? formOf(kind) : null;
  if (form === null) return `${told(kind)} is no kind of input`;
  for (const key of Object.keys(kind)) {
    if (key !== form && !KIND_KEYS[form].includes(key)) return `${told(kind)} has ${told(key)}, which means nothing beside ${form}`;
  }
  const content = kind[form];
  switch (form) {
    case 'int': return rangeProblem('int', content, true);
    case 'float': return rangeProblem('float', content, false);
    case 'oneOf': return Array.isArray(content) && content.length > 0 ? null : 'oneOf must be a list with at least one value';
    case 'string':
      if (typeof content !== 'string' || content === '') return `string is ${told(content)}, but must be the characters to choose from`;
      return countProblem('length', kind.length);
    case 'array': return kindProblem(content) ?? countProblem('length', kind.length);
    case 'matrix':
      return kindProblem(content) ?? countProblem('rows', kind.rows) ?? (kind.columns === 'rows' ? null : countProblem('columns', kind.columns));
    case 'tree': {
      const { value = 'value', children = ['left', 'right'], depth = 1 } = kind;
      if (!isWhole(depth) || depth < 1) return `depth is ${told(depth)}, but must be a whole number from 1 on`;
      if (typeof value !== 'string') return 'value must be the name of a property';
      if (!Array.isArray(children) || !children.every(child => typeof child === 'string')) return 'children must be a list of names of properties';
      return kindProblem(content);
    }
    default:
      if (typeof content !== 'object' || content === null) return 'record must be an object with a kind for each property';
      for (const key of Object.keys(content)) { const problem = kindProblem(content[key]); if (problem !== null) return problem; }
      return null;
  }
}

// Why a value is not of a kind, with the path to the part that is not; or null.
const wrong = (value, what) => ({ path: '', why: `${told(value)} is not ${what}` });
const inside = (step, misfit) => (misfit === null ? null : { path: step + misfit.path, why: misfit.why });
const isWithin = (value, given, low, high) => { const [least, most] = range(given, low, high); return value >= least && value <= most; };
const rangeText = given => `[${range(given).join(', ')}]`;
// Whether two JSON values are the same, whatever the order of properties.
function isSame(left, right) {
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) return left === right;
  const keys = Object.keys(left);
  if (Array.isArray(left) !== Array.isArray(right) || keys.length !== Object.keys(right).length) return false;
  for (const key of keys) if (!(key in right) || !isSame(left[key], right[key])) return false;
  return true;
}
function partsMisfit(kind, list) {
  for (let at = 0; at < list.length; at++) {
    const misfit = kindMisfit(kind, list[at]);
    if (misfit !== null) return inside(`[${at}]`, misfit);
  }
  return null;
}
function treeMisfit(kind, tree, depth) {
  const { value = 'value', children = ['left', 'right'] } = kind;
  if (typeof tree !== 'object' || tree === null || Array.isArray(tree)) return wrong(tree, 'a tree');
  if (depth < 1) return { path: '', why: `the tree is deeper than ${kind.depth}` };
  const misfit = keysMisfit(tree, [value, ...children]) ?? inside(`.${value}`, kindMisfit(kind.tree, tree[value]));
  if (misfit !== null) return misfit;
  for (const child of children) {
    const below = tree[child] === null ? null : treeMisfit(kind, tree[child], depth - 1);
    if (below !== null) return inside(`.${child}`, below);
  }
  return null;
}
function keysMisfit(value, names) {
  const keys = Object.keys(value);
  for (const name of names) if (!keys.includes(name)) return { path: '', why: `${told(name)} is missing` };
  for (const key of keys) if (!names.includes(key)) return { path: '', why: `${told(key)} is not part of it` };
  return null;
}
function kindMisfit(kind, value) {
  if (kind === 'int') return isWhole(value) ? null : wrong(value, 'a whole number');
  if (kind === 'float') return isNumber(value) ? null : wrong(value, 'a number');
  if (kind === 'boolean') return typeof value === 'boolean' ? null : wrong(value, 'a truth value');
  if (kind === 'string') return typeof value === 'string' ? null : wrong(value, 'a string');
  switch (formOf(kind)) {
    case 'int': return isWhole(value) && isWithin(value, kind.int) ? null : wrong(value, `a whole number in ${rangeText(kind.int)}`);
    case 'float': return isNumber(value) && isWithin(value, kind.float) ? null : wrong(value, `a number in ${rangeText(kind.float)}`);
    case 'oneOf': {
      for (const choice of kind.oneOf) if (isSame(choice, value)) return null;
      return wrong(value, `one of ${told(kind.oneOf)}`);
    }
    case 'string': {
      if (typeof value !== 'string') return wrong(value, 'a string');
      const characters = [...value], allowed = [...kind.string];
      for (const character of characters) if (!allowed.includes(character)) return wrong(character, `one of the characters ${told(kind.string)}`);
      return isWithin(characters.length, kind.length, 0, Infinity) ? null : wrong(value, `a string of length ${rangeText(kind.length)}`);
    }
    case 'array':
      if (!Array.isArray(value)) return wrong(value, 'a list');
      if (!isWithin(value.length, kind.length, 0, Infinity)) return wrong(value, `a list of length ${rangeText(kind.length)}`);
      return partsMisfit(kind.array, value);
    case 'matrix': {
      if (!Array.isArray(value) || !isWithin(value.length, kind.rows, 1, Infinity)) return wrong(value, `a matrix with ${kind.rows === undefined ? 'at least 1' : rangeText(kind.rows)} rows`);
      for (let row = 0; row < value.length; row++) {
        const count = Array.isArray(value[row]) ? value[row].length : -1;
        const isRight = kind.columns === 'rows' ? count === value.length : count === value[0].length && isWithin(count, kind.columns, 1, Infinity);
        if (!isRight) return inside(`[${row}]`, wrong(value[row], kind.columns === 'rows' ? 'as long as there are rows' : `a row of ${kind.columns === undefined ? 'at least 1 column' : `${rangeText(kind.columns)} columns`}, as long as the others`));
        const misfit = partsMisfit(kind.matrix, value[row]);
        if (misfit !== null) return inside(`[${row}]`, misfit);
      }
      return null;
    }
    case 'tree': return treeMisfit(kind, value, kind.depth ?? Infinity);
    default:
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong(value, 'a record');
      for (const key of Object.keys(kind.record)) {
        const misfit = key in value ? inside(`.${key}`, kindMisfit(kind.record[key], value[key])) : null;
        if (misfit !== null) return misfit;
      }
      return keysMisfit(value, Object.keys(kind.record));
  }
}
// The only gate: every input that is run, counted, compared or reported has passed it. An input
// outside the domain gets the reason as text.
function outside(input) {
  if (domains === null) return null;
  if (arity === 1) { const misfit = kindMisfit(domains[0], input); return misfit && `the input${misfit.path}: ${misfit.why}`; }
  if (!Array.isArray(input) || input.length !== arity) return `the input is not a list of ${arity} values`;
  for (let at = 0; at < arity; at++) {
    const misfit = kindMisfit(domains[at], input[at]);
    if (misfit !== null) return `parameter ${at + 1}${misfit.path}: ${misfit.why}`;
  }
  return null;
}
