// Values and random inputs. What follows runs a program with its relations, plainly or traced.
const trace = globalThis.debunkTrace;
const { debunkRefuel: refuel, debunkJobs: runJobs, debunkRestart: restart } = globalThis;
for (const name of ['debunkRefuel', 'debunkJobs', 'debunkRestart']) delete globalThis[name];
const CASES_PER_GUESS = 12, INT_RANGE = 20, COUNT_MAX = 1000;
let program, names, arity, domains = null;

const isObject = value => typeof value === 'object' && value !== null && !(trace && trace.is(value));
function copy(value, depth = 0) {
  if (!isObject(value)) return value;
  if (depth > 500) throw new RangeError('an input is nested too deeply');
  if (Array.isArray(value)) {
    const result = [];
    for (let index = 0; index < value.length; index++) {
      const part = value[index];
      result.push(typeof part === 'object' ? copy(part, depth + 1) : part);
    }
    return result;
  }
  const result = {};
  for (const key of Object.keys(value)) result[key] = copy(value[key], depth + 1);
  return result;
}
function concrete(value, seen = new Map()) {
  if (trace && trace.is(value)) return trace.plain(value);
  if (!isObject(value)) return value;
  if (seen.has(value)) return seen.get(value);
  if (Array.isArray(value)) {
    const result = [];
    seen.set(value, result);
    for (let index = 0; index < value.length; index++) result[index] = concrete(value[index], seen);
    return result;
  }
  const prototype = Object.getPrototypeOf(value);
  if (prototype === Map.prototype || prototype === Set.prototype) {
    const result = new prototype.constructor();
    seen.set(value, result);
    if (prototype === Set.prototype) for (const part of value) result.add(concrete(part, seen));
    else for (const [key, part] of value) result.set(concrete(key, seen), concrete(part, seen));
    return result;
  }
  if (prototype !== Object.prototype && prototype !== null) return value;
  const result = Object.create(prototype);
  seen.set(value, result);
  for (const key of Object.keys(value)) result[key] = concrete(value[key], seen);
  return result;
}
// A value as text; never longer than a line or two.
function show(value, depth = 0) {
  if (trace && trace.is(value)) value = trace.plain(value);
  if (typeof value === 'string') return JSON.stringify(value.length > 200 ? value.slice(0, 200) + '…' : value);
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'bigint') return value + 'n';
  if (typeof value === 'function') return 'function ' + value.name;
  if (!isObject(value)) return String(value);
  if (depth > 4) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, 40).map(part => show(part, depth + 1));
    return '[' + shown.join(', ') + (value.length > 40 ? ', …' : '') + ']';
  }
  if (value instanceof Map) return 'Map ' + show([...value], depth + 1);
  if (value instanceof Set) return 'Set ' + show([...value], depth + 1);
  const shown = Object.keys(value).slice(0, 40).map(key => key + ': ' + show(value[key], depth + 1));
  return '{' + shown.join(', ') + '}';
}
const message = error => {
  try { return error instanceof Error ? `${error.name}: ${error.message}` : show(error); } catch { return 'something that cannot be shown'; }
};

// Inputs by kind.
let state = 0;
const next = () => {
  state = (state + 0x6d2b79f5) | 0;
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return (mixed ^ (mixed >>> 14)) >>> 0;
};
const random = Object.freeze({
  int: (low, high) => low + (next() % (high - low + 1)),
  float: (low, high) => Math.max(low, Math.min(high, Math.round((low + (next() / 4294967296) * (high - low)) * 64) / 64)),
  boolean: () => next() % 2 === 1,
  pick: values => values[next() % values.length],
  array: (length, make) => {
    const result = [];
    for (let at = 0; at < length; at++) result.push(make(at));
    return result;
  },
  shuffle: values => {
    const result = [...values];
    for (let last = result.length - 1; last > 0; last--) {
      const other = next() % (last + 1);
      [result[last], result[other]] = [result[other], result[last]];
    }
    return result;
  },
});
function generator(seed, index) {
  state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) + Math.imul(index + 1, 0xc2b2ae35)) | 0;
  next();
  return random;
}
// A count within the range, but none at which one input would take the time of all others.
const count = (random, given, low, high) => {
  const [least, most] = range(given, low, high);
  return random.int(least, Math.max(least, Math.min(most, COUNT_MAX)));
};
function produce(domain, random) {
  if (domain === 'int') domain = { int: [-INT_RANGE, INT_RANGE] };
  if (domain === 'float') domain = { float: [-INT_RANGE, INT_RANGE] };
  if (domain === 'boolean') return random.boolean();
  if (domain === 'string') domain = { string: 'abc' };
  if (domain.int !== undefined) return random.int(...range(domain.int));
  if (domain.float !== undefined) return random.float(...range(domain.float));
  if (domain.oneOf) return copy(random.pick(domain.oneOf));
  if (domain.string !== undefined) {
    const length = count(random, domain.length, 0, 6);
    return random.array(length, () => random.pick([...domain.string])).join('');
  }
  if (domain.array) {
    return random.array(count(random, domain.length, 0, 6), () => produce(domain.array, random));
  }
  if (domain.matrix) {
    const rows = count(random, domain.rows, 1, 4);
    const columns = domain.columns === 'rows' ? rows : count(random, domain.columns, 1, 4);
    return random.array(rows, () => random.array(columns, () => produce(domain.matrix, random)));
  }
  if (domain.tree) {
    const { value = 'value', children = ['left', 'right'], depth = 3 } = domain;
    const grow = left => {
      const result = { [value]: produce(domain.tree, random) };
      for (const child of children) result[child] = left > 1 && random.int(0, 3) > 0 ? grow(left - 1) : null;
      return result;
    };
    return grow(depth);
  }
  if (domain.record) {
    return Object.fromEntries(Object.entries(domain.record).map(([key, part]) => [key, produce(part, random)]));
  }
  throw new TypeError('not a domain: ' + JSON.stringify(domain));
}
