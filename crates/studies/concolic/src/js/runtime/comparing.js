// Strings: one unit each, a number or a Traced number.
function units(value) {
  if (is(value)) return value.$t;
  const result = [];
  for (let index = 0; index < value.length; index++) result.push(value.charCodeAt(index));
  return result;
}
function text(list) {
  let result = '', traced = false;
  for (const unit of list) {
    if (is(unit)) { traced = true; result += fromCharCode(unit.$v); } else result += fromCharCode(unit);
  }
  return traced ? new Traced(result, list) : result;
}
const isText = value => typeof plain(value) === 'string';

function add(left, right, site) {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  if (!is(left) && !is(right)) return left + right;
  if (isText(left) || isText(right)) {
    const a = isText(left) ? left : pin(left), b = isText(right) ? right : pin(right);
    if (!is(a) && !is(b)) return a + b;
    if (!isText(a)) return text([...units('' + a), ...units(b)]);
    if (!isText(b)) return text([...units(a), ...units('' + b)]);
    return text([...units(a), ...units(b)]);
  }
  return arithmetic(ADD, left, right, site, (a, b) => a + b);
}

function compareUnits(operation, left, right, site) {
  if (!is(left) && !is(right)) {
    return operation === EQ ? left === right : operation === LT ? left < right : left <= right;
  }
  const a = plain(left), b = plain(right);
  const value = operation === EQ ? a === b : operation === LT ? a < b : a <= b;
  return new Traced(value, node(operation, termOf(left), termOf(right), site));
}
function sameText(left, right, site) {
  const a = units(left), b = units(right);
  if (a.length !== b.length) return false;
  const open = [];
  for (let index = 0; index < a.length; index++) {
    if (is(a[index]) || is(b[index])) open.push(index);
    else if (a[index] !== b[index]) return false;
  }
  for (let index = 0; index + 1 < open.length; index++) {
    if (!truth(site, compareUnits(EQ, a[open[index]], b[open[index]], site))) return false;
  }
  if (open.length === 0) return true;
  const last = open[open.length - 1];
  return compareUnits(EQ, a[last], b[last], site);
}
function textBefore(left, right, orSame, site) {
  const a = units(left), b = units(right);
  const length = nativeMin(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const same = compareUnits(EQ, a[index], b[index], site);
    const isLast = index === length - 1;
    if (isLast && a.length === b.length) return compareUnits(orSame ? LE : LT, a[index], b[index], site);
    if (!(is(same) ? truth(site, same) : same)) return compareUnits(LT, a[index], b[index], site);
  }
  return orSame ? a.length <= b.length : a.length < b.length;
}
// left < right, or left <= right.
function before(left, right, orSame, site, compute) {
  left = numeric(left); right = numeric(right);
  const a = plain(left), b = plain(right);
  if (typeof a === 'string' && typeof b === 'string' && (is(left) || is(right))) {
    return textBefore(left, right, orSame, site);
  }
  if (typeof a !== 'number' || typeof b !== 'number' || a !== a || b !== b) {
    return compute(pin(left), pin(right));
  }
  if (!is(left) && !is(right)) return compute(left, right);
  const value = orSame ? a <= b : a < b;
  return new Traced(value, node(orSame ? LE : LT, termOf(left), termOf(right), site));
}
const lt = (a, b, site) => (is(a) || is(b) ? before(a, b, false, site, (x, y) => x < y) : a < b);
const le = (a, b, site) => (is(a) || is(b) ? before(a, b, true, site, (x, y) => x <= y) : a <= b);
const gt = (a, b, site) => (is(a) || is(b) ? before(b, a, false, site, (y, x) => x > y) : a > b);
const ge = (a, b, site) => (is(a) || is(b) ? before(b, a, true, site, (y, x) => x >= y) : a >= b);

function same(left, right, site) {
  const a = plain(left), b = plain(right);
  if (typeof a !== typeof b) return false;
  if (typeof a === 'string') return sameText(left, right, site);
  if (typeof a === 'boolean') {
    if (is(left) && is(right)) { pin(right); right = b; }
    const [traced, other] = is(left) ? [left, b] : [right, a];
    return other ? traced : not(traced, site);
  }
  if (typeof a !== 'number' || a !== a || b !== b) return a === b;
  return new Traced(a === b, node(EQ, termOf(left), termOf(right), site));
}
const seq = (a, b, site) => (is(a) || is(b) ? same(a, b, site) : a === b);
const sne = (a, b, site) => (is(a) || is(b) ? not(same(a, b, site), site) : a !== b);
function loosely(left, right, site) {
  const a = plain(left), b = plain(right);
  if (typeof a === typeof b) return same(left, right, site);
  if (a === null || a === undefined || b === null || b === undefined) return a == b;
  return pin(left) == pin(right);
}
const eq = (a, b, site) => (is(a) || is(b) ? loosely(a, b, site) : a == b);
const ne = (a, b, site) => (is(a) || is(b) ? not(loosely(a, b, site), site) : a != b);

// The truth of a value, as a Traced truth value if it depends on the input.
function truthOf(value, site) {
  if (!is(value)) return !!value;
  const { $v, $t } = value;
  if (typeof $v === 'boolean') return value;
  if (typeof $v === 'string') return $v.length > 0;
  return new Traced($v !== 0, node(TRUTH, $t, 0, site));
}
function not(value, site) {
  const truth = truthOf(value, site);
  return is(truth) ? new Traced(!truth.$v, node(NOT, truth.$t, 0, site)) : !truth;
}
function decide(site, term, taken) {
  event(BRANCH, site, term, taken ? 1 : 0);
  return taken;
}
function truth(site, value) {
  if (typeof value === 'object' && is(value)) {
    const known = truthOf(value, site);
    return is(known) ? decide(site, known.$t, known.$v) : decide(site, -1, known);
  }
  return decide(site, -1, !!value);
}
