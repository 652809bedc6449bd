// What a Traced answers itself: the methods of strings, and those of other values after a pin.
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
textMethod('indexOf', (list, [part, from]) => { const site = siteOf('indexOf'); return indexIn(list, asText(part), whole(from, 0), site); });
textMethod('includes', (list, [part, from]) => { const site = siteOf('includes'); return indexIn(list, asText(part), whole(from, 0), site) >= 0; });
textMethod('startsWith', (list, [part, from]) => { const site = siteOf('startsWith'); return found(list, asText(part), whole(from, 0), site); });
textMethod('endsWith', (list, [part]) => { const site = siteOf('endsWith'), other = asText(part); return list.length >= units(other).length && found(list, other, list.length - units(other).length, site); });
textMethod('split', (list, [by, limit], self) => {
  if (limit !== undefined || by === undefined || !isText(by)) return pin(self).split(pin(by), limit);
  const site = siteOf('split');
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
