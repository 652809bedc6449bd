// What an instrumented copy calls. A value that depends on the input is a Traced: the concrete value, and the
// number of the term that says how it was made. Code that does not know a Traced gets the concrete
// value through Symbol.toPrimitive, which is reported as a pin: from then on the term must keep it.
const LEAF = 0, CONSTANT = 1, ADD = 2, SUB = 3, MUL = 4, DIV = 5, MOD = 6, NEG = 7, FLOOR = 8,
  CEIL = 9, TRUNC = 10, SQRT = 11, LT = 20, LE = 21, EQ = 24, NE = 25, NOT = 26, TRUTH = 27,
  AND = 30, OR = 31, XOR = 32, SHL = 33, SHR = 34, USHR = 35;
const BRANCH = 0, PIN = 1, FAULT = 2, PHASE = 3, PLACE = 4;
const EVENT_LIMIT = 4 * 200000, NODE_LIMIT = 4 * 400000;
const fromCharCode = String.fromCharCode, isInteger = Number.isInteger;
const { abs, floor, ceil, trunc, sqrt, max: nativeMax, min: nativeMin, sign, round } = Math;

let nodes = [], events = [], constants = new Map(), overflow = false, stack = [];
let watching = null, watched = null;

// Calls of built-in functions that decide report their place before their arguments are
// evaluated, in which there may be other such calls: those that have not begun yet, innermost last.
let pending = [], latest = 0;
const { debunkMethods: methodOf = {} } = globalThis;
delete globalThis.debunkMethods;
function siteOf(method) {
  for (let at = pending.length - 1; at >= 0; at--) {
    const site = pending[at];
    if ((methodOf[site] ?? method) === method) { pending.length = at; return (latest = site); }
  }
  return latest;
}

class Traced {
  #brand;
  constructor(value, term) { this.$v = value; this.$t = term; }
  static is(value) { return typeof value === 'object' && value !== null && #brand in value; }
}
Object.setPrototypeOf(Traced.prototype, null);
const is = Traced.is;
const plain = value => (is(value) ? value.$v : value);

function node(operation, left, right, site) {
  if (nodes.length >= NODE_LIMIT) { overflow = true; return 0; }
  nodes.push(operation, left, right, site);
  return nodes.length / 4 - 1;
}
function constant(value) {
  let term = constants.get(value);
  if (term === undefined) { term = node(CONSTANT, value, 0, -1); constants.set(value, term); }
  return term;
}
function event(kind, site, term, value) {
  if (events.length >= EVENT_LIMIT) { overflow = true; return; }
  events.push(kind, site, term, value);
}
// Where concrete values were used, if requested: the innermost place of the program that
// led here, and what it called.
let lost = null;
const NativeError = Error, OWN_FILE = 'debunk:runtime';
function note() {
  const stack = new NativeError().stack;
  if (typeof stack !== 'string') return;
  let called = '';
  for (const line of stack.split('\n')) {
    const frame = /^ *at (?:(.*) \()?(.*?)(?::([0-9]+))?(?::([0-9]+))?\)?$/.exec(line);
    if (frame === null) continue;
    const [, name = '', file, row] = frame;
    if (row !== undefined && file !== OWN_FILE && !file.startsWith('debunk:')) {
      const key = JSON.stringify([called, file, +row]);
      lost.set(key, (lost.get(key) ?? 0) + 1);
      return;
    }
    called = name;
  }
}
// The value itself, which from now on may not change.
function hold(value) {
  const { $v, $t } = value;
  if (typeof $v === 'string') { for (const unit of $t) if (is(unit)) hold(unit); }
  else event(PIN, -1, $t, +$v);
  return $v;
}
function pin(value) {
  if (!is(value)) return value;
  if (lost !== null) note();
  return hold(value);
}
const termOf = value => (is(value) ? value.$t : constant(value));
const number = (value, term) => new Traced(value, term);
// A number from what may be a truth value; only a number keeps its term.
const numeric = value => (is(value) && typeof value.$v === 'boolean' ? pin(value) : value);

function arithmetic(operation, left, right, site, compute) {
  left = numeric(left); right = numeric(right);
  const a = plain(left), b = plain(right);
  if (typeof a !== 'number' || typeof b !== 'number') return compute(pin(left), pin(right));
  const value = compute(a, b);
  if (!is(left) && !is(right)) return value;
  if (!Number.isFinite(value)) { pin(left); pin(right); return value; }
  return number(value, node(operation, termOf(left), termOf(right), site));
}
const binary = (operation, compute) => (left, right, site) =>
  (typeof left === 'number' && typeof right === 'number') || !(is(left) || is(right))
    ? compute(left, right)
    : arithmetic(operation, left, right, site, compute);
