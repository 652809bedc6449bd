// Operators, and built-in functions that have a model: what a copy names.
const sub = binary(SUB, (a, b) => a - b), mul = binary(MUL, (a, b) => a * b);
function neg(value, site) {
  if (!is(value)) return -value;
  value = numeric(value);
  if (typeof plain(value) === 'number' && is(value)) {
    // Zero has no sign here: only a division would distinguish -0.
    return number(0 - value.$v, node(NEG, value.$t, 0, site));
  }
  return -pin(value);
}
// Digits are read as numbers; everything else is pinned.
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
  set n(site) {
    latest = site;
    if (pending.length > 1000) pending = pending.slice(500);
    pending.push(site);
  },
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
  f(_, value) { event(FAULT, -1, -1, 1); return value; },
  d(place, value) { event(PLACE, place, -1, 0); return value; },
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
