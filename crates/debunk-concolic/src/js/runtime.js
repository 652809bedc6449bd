// What an instrumented copy calls. A value that depends on the input is a Traced: what it is, and the
// number of the term that says how it was made. Everything that does not know a Traced gets what it
// is through Symbol.toPrimitive, and that is told as a pin: from then on the term must stay so.
(function () {
  'use strict';
  const LEAF = 0, CONSTANT = 1, ADD = 2, SUB = 3, MUL = 4, DIV = 5, MOD = 6, NEG = 7, FLOOR = 8,
    CEIL = 9, TRUNC = 10, SQRT = 11, LT = 20, LE = 21, EQ = 24, NE = 25, NOT = 26, TRUTH = 27,
    AND = 30, OR = 31, XOR = 32, SHL = 33, SHR = 34, USHR = 35;
  const BRANCH = 0, PIN = 1, FAULT = 2, PHASE = 3;
  const EVENT_LIMIT = 4 * 200000, NODE_LIMIT = 4 * 400000;
  const fromCharCode = String.fromCharCode, isInteger = Number.isInteger;
  const { abs, floor, ceil, trunc, sqrt, max: nativeMax, min: nativeMin, sign, round } = Math;

  let nodes = [], events = [], constants = new Map(), overflow = false, stack = [];
  let watching = null, watched = null;

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
  // The value itself, which from now on may not change.
  function pin(value) {
    if (!is(value)) return value;
    const { $v, $t } = value;
    if (typeof $v === 'string') { for (const unit of $t) if (is(unit)) pin(unit); }
    else event(PIN, -1, $t, +$v);
    return $v;
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

  // The truth of a value, as a Traced truth value where it depends on the input.
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
  function truth(site, value) {
    if (typeof value === 'object' && is(value)) {
      const known = truthOf(value, site);
      if (is(known)) { event(BRANCH, site, known.$t, known.$v ? 1 : 0); return known.$v; }
      event(BRANCH, site, -1, known ? 1 : 0);
      return known;
    }
    const taken = !!value;
    event(BRANCH, site, -1, taken ? 1 : 0);
    return taken;
  }

  const sub = binary(SUB, (a, b) => a - b), mul = binary(MUL, (a, b) => a * b);
  function neg(value, site) {
    if (!is(value)) return -value;
    value = numeric(value);
    if (typeof plain(value) === 'number' && is(value)) {
      // Zero has no sign here: -0 would be told apart by a division only.
      return number(0 - value.$v, node(NEG, value.$t, 0, site));
    }
    return -pin(value);
  }
  // Digits are read as what they stand for; whatever else is pinned.
  function parse(value, site, otherwise) {
    const list = value.$t;
    if (list.length === 0 || list.length > 9 || !/^[0-9]+$/.test(value.$v)) return otherwise(pin(value));
    let result = 0;
    for (const unit of list) {
      if (is(unit)) {
        event(PIN, site, node(LE, constant(48), unit.$t, site), 1);
        event(PIN, site, node(LE, unit.$t, constant(57), site), 1);
      }
      result = add(mul(result, 10, site), sub(unit, 48, site), site);
    }
    return result;
  }
  function pos(value, site) {
    if (!is(value)) return +value;
    if (typeof value.$v === 'number') return value;
    return typeof value.$v === 'string' ? parse(value, site, Number) : +pin(value);
  }
  const rounding = (operation, compute) => (site, ...values) => {
    const value = numeric(values[0]);
    if (!is(value) || typeof value.$v !== 'number') return compute(...values.map(pin));
    return number(compute(value.$v), node(operation, value.$t, 0, site));
  };
  const extreme = (compute, wins) => (site, ...values) => {
    if (!values.some(is)) return compute(...values);
    values = values.map(numeric);
    if (values.some(value => typeof plain(value) !== 'number' || plain(value) !== plain(value))) {
      return compute(...values.map(pin));
    }
    return values.reduce((best, value) => (truth(site, wins(value, best, site)) ? value : best));
  };
  const pinned = compute => (site, ...values) => compute(...values.map(pin));
  function pow(left, right, site) {
    if (!is(left) && !is(right)) return left ** right;
    const exponent = pin(right);
    if (is(left) && isInteger(exponent) && exponent >= 1 && exponent <= 4) {
      let result = left;
      for (let times = 1; times < exponent; times++) result = mul(result, left, site);
      return result;
    }
    return pin(left) ** exponent;
  }

  const reference = (object, key) => {
    key = pin(key);
    // Reading from nothing must fail as it does in the program.
    return { object, key, value: get(object, key) };
  };
  function get(object, key) {
    if (is(key)) key = pin(key);
    if (is(object) && typeof object.$v === 'string') {
      const index = typeof key === 'string' && /^(0|[1-9][0-9]*)$/.test(key) ? +key : key;
      if (typeof index === 'number') {
        return isInteger(index) && index >= 0 && index < object.$t.length ? text([object.$t[index]]) : undefined;
      }
    }
    return object[key];
  }
  function put(target, value) { target.object[target.key] = value; return value; }
  function keep(value) { stack.push(value); }
  function older(value) {
    if (is(value)) return numeric(value);
    if (typeof value === 'number' || typeof value === 'bigint') return value;
    let copy = value;
    return copy++;
  }
  const step = by => (value, site) => {
    value = older(value);
    return typeof value === 'bigint' ? value + BigInt(by) : add(value, by, site);
  };
  const inc = step(1), dec = step(-1);

  const shadow = {
    n: 0,
    add, sub, mul, neg, pos, not, lt, le, gt, ge, eq, ne, seq, sne, pow,
    div: binary(DIV, (a, b) => a / b),
    mod: binary(MOD, (a, b) => a % b),
    and: binary(AND, (a, b) => a & b), or: binary(OR, (a, b) => a | b), xor: binary(XOR, (a, b) => a ^ b),
    shl: binary(SHL, (a, b) => a << b), shr: binary(SHR, (a, b) => a >> b), ushr: binary(USHR, (a, b) => a >>> b),
    bnot: (value, site) => (is(value) ? sub(neg(value, site), 1, site) : ~value),
    typeof: value => typeof plain(value),
    typ: (type, read) => (type === 'object' ? typeof plain(read()) : type),
    in: (key, object) => pin(key) in object,
    instanceof: (value, type) => (is(value) ? false : value instanceof type),
    inc, dec,
    incp(value, site) { const old = older(value); keep(old); return inc(old, site); },
    decp(value, site) { const old = older(value); keep(old); return dec(old, site); },
    i: value => value,
    l: (first, last) => last,
    t: truth,
    p(site, value) { keep(value); return truth(site, value); },
    q: () => stack.pop(),
    g: get,
    k: value => (is(value) ? pin(value) : value),
    mref: reference,
    ma: (operator, target, value, site) => put(target, operator(target.value, value, site)),
    mput: put,
    pm(site, target) { keep(target); return truth(site, target.value); },
    qv: () => stack.pop().value,
    mpre(change, object, key, site) { const target = reference(object, key); return put(target, change(target.value, site)); },
    mpost(change, object, key, site) {
      const target = reference(object, key), old = older(target.value);
      put(target, change(old, site));
      return old;
    },
    b() { event(FAULT, -1, -1, 0); },
    f(_, value) { event(FAULT, -1, -1, 0); return value; },
    tw(site, value, read) {
      if (watching !== null && watching.site === site && watching.hit-- === 1) {
        watched = [];
        for (const [name, read_] of read()) {
          if (['relations', 'domain', 'valid', 'generate'].includes(name)) continue;
          // What has no value yet is left out.
          try {
            const now = read_();
            if (typeof now !== 'function') watched.push([name, debunkHost.show(now)]);
          } catch { continue; }
        }
      }
      return truth(site, value);
    },
    'Math.max': extreme(nativeMax, gt), 'Math.min': extreme(nativeMin, lt),
    'Math.abs'(site, ...values) {
      const value = numeric(values[0]);
      if (!is(value) || typeof value.$v !== 'number') return abs(...values.map(pin));
      return truth(site, lt(value, 0, site)) ? neg(value, site) : value;
    },
    'Math.sign'(site, ...values) {
      const value = numeric(values[0]);
      if (!is(value) || typeof value.$v !== 'number') return sign(...values.map(pin));
      return truth(site, lt(value, 0, site)) ? -1 : truth(site, gt(value, 0, site)) ? 1 : 0;
    },
    'Math.floor': rounding(FLOOR, floor), 'Math.ceil': rounding(CEIL, ceil), 'Math.trunc': rounding(TRUNC, trunc),
    'Math.sqrt': rounding(SQRT, sqrt),
    'Math.round': (site, ...values) =>
      is(values[0]) ? shadow['Math.floor'](site, add(values[0], 0.5, site)) : round(...values),
    'Math.pow': (site, a, b) => pow(a, b, site),
    'Number': (site, ...values) => (is(values[0]) ? pos(values[0], site) : Number(...values)),
    'String': (site, ...values) => (is(values[0]) && isText(values[0]) ? values[0] : String(...values.map(pin))),
    'Boolean': (site, value) => (is(value) ? truthOf(value, site) : Boolean(value)),
    'parseInt'(site, value, ...rest) {
      if (is(value) && typeof value.$v === 'string' && (rest.length === 0 || pin(rest[0]) === 10)) {
        return parse(value, site, parseInt);
      }
      return is(value) && isInteger(value.$v) && rest.length === 0 ? value : parseInt(pin(value), ...rest.map(pin));
    },
    'parseFloat': (site, value) => (is(value) && isText(value) ? parse(value, site, parseFloat) : parseFloat(pin(value))),
    'isNaN': (site, value) => (is(value) && typeof value.$v === 'number' ? isNaN(value.$v) : isNaN(pin(value))),
    'isFinite': (site, value) => (is(value) && typeof value.$v === 'number' ? isFinite(value.$v) : isFinite(pin(value))),
    'Number.isInteger': (site, value) => {
      if (!is(value) || typeof value.$v !== 'number') return isInteger(plain(value));
      return seq(shadow['Math.floor'](site, value), value, site);
    },
    'Number.isFinite': (site, value) => Number.isFinite(plain(value)),
    'Number.isNaN': (site, value) => Number.isNaN(plain(value)),
    'Number.isSafeInteger': (site, value) => Number.isSafeInteger(pin(value)),
    'Object.is': (site, a, b) => (is(a) || is(b) ? same(a, b, site) : Object.is(a, b)),
    'String.fromCharCode': (site, ...values) =>
      values.some(is) ? text(values.map(value => (is(value) && typeof value.$v === 'number' ? value : pin(value) & 65535)))
        : fromCharCode(...values),
    'Array.of': (site, ...values) => values,
  };
  shadow['Number.parseInt'] = shadow.parseInt;
  shadow['Number.parseFloat'] = shadow.parseFloat;

  // What a Traced answers itself: the methods of strings, and of what it is else after a pin.
  const methods = Traced.prototype;
  const hidden = (name, value) =>
    Object.defineProperty(methods, name, { value, writable: true, configurable: true, enumerable: false });
  for (const type of [String, Number, Boolean]) {
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      if (typeof type.prototype[name] !== 'function' || name === 'constructor') continue;
      hidden(name, function (...values) { return pin(this)[name](...values.map(pin)); });
    }
  }
  Object.defineProperty(methods, 'length', { get() { return isText(this) ? this.$t.length : undefined; } });
  Object.defineProperty(methods, 'constructor', { get() { return Object(this.$v).constructor; } });
  hidden(Symbol.toPrimitive, function () { return pin(this); });
  hidden('toJSON', function () { return pin(this); });
  hidden('hasOwnProperty', function (key) { return Object(this.$v).hasOwnProperty(pin(key)); });
  hidden(Symbol.iterator, function* () {
    const list = this.$t;
    if (!isText(this)) throw new TypeError('value is not iterable');
    for (let index = 0; index < list.length; index++) {
      const unit = plain(list[index]), next = plain(list[index + 1]);
      const isPair = unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000;
      yield text(isPair ? [list[index], list[++index]] : [list[index]]);
    }
  });
  const whole = (value, otherwise) => {
    value = pin(value);
    return value === undefined ? otherwise : nativeMax(-Infinity, trunc(+value) || 0);
  };
  const textMethod = (name, model) => {
    const fallback = methods[name];
    hidden(name, function (...values) {
      return isText(this) ? model(this.$t, values, this) : fallback.apply(this, values);
    });
  };
  const relative = (index, length) => (index < 0 ? nativeMax(0, length + index) : nativeMin(index, length));
  textMethod('charCodeAt', (list, [at]) => { const index = whole(at, 0); return index >= 0 && index < list.length ? list[index] : NaN; });
  textMethod('codePointAt', (list, [at], self) => {
    const index = whole(at, 0);
    if (!(index >= 0 && index < list.length)) return undefined;
    const unit = plain(list[index]);
    return unit >= 0xd800 && unit < 0xdc00 ? pin(self).codePointAt(index) : list[index];
  });
  textMethod('charAt', (list, [at]) => { const index = whole(at, 0); return index >= 0 && index < list.length ? text([list[index]]) : ''; });
  textMethod('at', (list, [at]) => { let index = whole(at, 0); if (index < 0) index += list.length; return index >= 0 && index < list.length ? text([list[index]]) : undefined; });
  textMethod('slice', (list, [from, to]) => text(list.slice(whole(from, 0), whole(to, list.length))));
  textMethod('substring', (list, [from, to]) => {
    const clamp = index => nativeMin(nativeMax(index, 0), list.length);
    const a = clamp(whole(from, 0)), b = clamp(whole(to, list.length));
    return text(list.slice(nativeMin(a, b), nativeMax(a, b)));
  });
  textMethod('substr', (list, [from, count]) => {
    const start = relative(whole(from, 0), list.length);
    return text(list.slice(start, start + nativeMax(0, whole(count, list.length))));
  });
  textMethod('concat', (list, values, self) => values.reduce((all, value) => add(all, is(value) ? value : `${value}`, -1), self));
  textMethod('toString', (list, values, self) => self);
  textMethod('valueOf', (list, values, self) => self);
  const found = (list, part, at, site) => {
    const other = units(part);
    return at + other.length <= list.length && truth(site, sameText(text(list.slice(at, at + other.length)), part, site));
  };
  const asText = value => (is(value) && isText(value) ? value : `${pin(value)}`);
  const indexIn = (list, part, from, site) => {
    for (let at = nativeMax(0, from); at + units(part).length <= list.length; at++) if (found(list, part, at, site)) return at;
    return -1;
  };
  textMethod('indexOf', (list, [part, from]) => { const site = shadow.n; return indexIn(list, asText(part), whole(from, 0), site); });
  textMethod('includes', (list, [part, from]) => { const site = shadow.n; return indexIn(list, asText(part), whole(from, 0), site) >= 0; });
  textMethod('startsWith', (list, [part, from]) => { const site = shadow.n; return found(list, asText(part), whole(from, 0), site); });
  textMethod('endsWith', (list, [part]) => { const site = shadow.n, other = asText(part); return list.length >= units(other).length && found(list, other, list.length - units(other).length, site); });
  textMethod('split', (list, [by, limit], self) => {
    if (limit !== undefined || by === undefined || !isText(by)) return pin(self).split(pin(by), limit);
    const site = shadow.n;
    if (units(by).length === 0) return list.map(unit => text([unit]));
    const parts = [];
    let from = 0;
    for (;;) {
      const at = indexIn(list, by, from, site);
      if (at < 0) break;
      parts.push(text(list.slice(from, at)));
      from = at + units(by).length;
    }
    parts.push(text(list.slice(from)));
    return parts;
  });

  // Functions of the language that compare, or that ask a function of the program for the truth.
  function patch(holder, name, make) {
    const original = holder[name];
    if (typeof original !== 'function') return;
    const patched = make(original);
    Object.defineProperty(patched, 'name', { value: name });
    Object.defineProperty(patched, 'length', { value: original.length });
    Object.defineProperty(holder, name, { value: patched, writable: true, configurable: true, enumerable: false });
  }
  const call = Function.prototype.call, apply = Reflect.apply;
  const { some: anyOf } = Array.prototype;
  for (const name of ['filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every']) {
    patch(Array.prototype, name, original => ({
      [name](decide, ...rest) {
        const site = shadow.n;
        if (typeof decide !== 'function') return apply(original, this, [decide, ...rest]);
        return apply(original, this, [function (...values) { return truth(site, apply(decide, this, values)); }, ...rest]);
      },
    })[name]);
  }
  for (const name of ['sort', 'toSorted']) {
    patch(Array.prototype, name, original => ({
      [name](...values) {
        const site = shadow.n, compare = values[0];
        if (typeof compare !== 'function') return apply(original, this, values);
        return apply(original, this, [(a, b) => {
          const order = compare(a, b);
          if (!is(order)) return order;
          return truth(site, lt(order, 0, site)) ? -1 : truth(site, gt(order, 0, site)) ? 1 : 0;
        }]);
      },
    })[name]);
  }
  const hasTraced = list => Array.isArray(list) && apply(anyOf, list, [is]);
  for (const [name, answer] of [['indexOf', index => index], ['includes', index => index >= 0]]) {
    patch(Array.prototype, name, original => ({
      [name](...values) {
        const site = shadow.n;
        if (!is(values[0]) && !hasTraced(this)) return apply(original, this, values);
        const start = whole(values[1], 0);
        for (let at = relative(start, this.length); at < this.length; at++) {
          if (truth(site, seq(this[at], values[0], site))) return answer(at);
        }
        return answer(-1);
      },
    })[name]);
  }
  patch(Array.prototype, 'lastIndexOf', original => ({
    lastIndexOf(...values) {
      const site = shadow.n;
      if (!is(values[0]) && !hasTraced(this)) return apply(original, this, values);
      for (let at = this.length - 1; at >= 0; at--) if (truth(site, seq(this[at], values[0], site))) return at;
      return -1;
    },
  }).lastIndexOf);
  for (const [holder, names] of [[Map.prototype, ['get', 'set', 'has', 'delete']], [Set.prototype, ['add', 'has', 'delete']]]) {
    for (const name of names) {
      patch(holder, name, original => ({
        [name](...values) {
          if (values.length > 0 && is(values[0])) values[0] = pin(values[0]);
          return apply(original, this, values);
        },
      })[name]);
    }
  }

  Object.defineProperty(globalThis, 'debunkShadow', { value: shadow, enumerable: false });
  // For the host alone.
  Object.defineProperty(globalThis, 'debunkTrace', {
    enumerable: false,
    value: {
      begin(watch) {
        nodes = []; events = []; stack = []; constants = new Map(); overflow = false;
        watching = watch ?? null; watched = null;
      },
      phase(number) { event(PHASE, -1, -1, number); },
      leaf(value, index) {
        const term = node(LEAF, index, 0, -1);
        return typeof value === 'boolean' ? new Traced(value, node(TRUTH, term, 0, -1)) : new Traced(value, term);
      },
      text,
      truth: value => truth(0, value),
      is,
      plain,
      end: () => ({ nodes, events, overflow, watched }),
    },
  });
})();
