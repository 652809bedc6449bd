// Built-in functions that compare, or that ask a function of the program for the truth.
function patch(holder, name, make) {
  const original = holder[name];
  if (typeof original !== 'function') return;
  const patched = make(original);
  Object.defineProperty(patched, 'name', { value: name });
  Object.defineProperty(patched, 'length', { value: original.length });
  Object.defineProperty(holder, name, { value: patched, writable: true, configurable: true, enumerable: false });
}
const { apply } = Reflect;
const { some: anyOf } = Array.prototype;
for (const name of ['filter', 'find', 'findIndex', 'findLast', 'findLastIndex', 'some', 'every']) {
  patch(Array.prototype, name, original => ({
    [name](decide, ...rest) {
      const site = siteOf(name);
      if (typeof decide !== 'function') return apply(original, this, [decide, ...rest]);
      return apply(original, this, [function (...values) { return truth(site, apply(decide, this, values)); }, ...rest]);
    },
  })[name]);
}
for (const name of ['sort', 'toSorted']) {
  patch(Array.prototype, name, original => ({
    [name](...values) {
      const site = siteOf(name), compare = values[0];
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
      const site = siteOf(name);
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
    const site = siteOf('lastIndexOf');
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
    begin(watch, notes) {
      lost = notes ? new Map() : null;
      pending = [];
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
    lost: () => [...lost].map(([key, times]) => [...JSON.parse(key), times]),
    end: () => ({ nodes, events, overflow, watched }),
  },
});
