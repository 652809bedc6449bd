// Part of the header: writes what a value held, as `c` and `[text,[[key,number],...],isWhole]`. A child
// that is around its own value is negative: -1 is the one that holds it. What was cut off for its cost
// has a text and nothing else, so that it proves nothing.
const ownKeys = Reflect.ownKeys;
const mapEntries = free(Map.prototype.entries);
const nextEntry = free(new Map().entries().next);
const setValues = free(Set.prototype.values);
const nextValue = free(new Set().values().next);
// What has one of these prototypes holds nothing that every debugger shows.
const isClosed = new WeakMap();
setKnown(isClosed, global, true);
for (const name of ['Date', 'RegExp', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'Promise', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'String', 'Number', 'Boolean', 'Symbol', 'BigInt', 'Function']) {
  const maker = propertyOf(global, name);
  if (maker === undefined || typeof maker.value !== 'function') continue;
  const { value } = propertyOf(maker.value, 'prototype') || maker;
  if (typeof value === 'object' && value !== null) setKnown(isClosed, value, true);
}
// Values made by classes without private fields: those have fields that only the class can read.
const isPublic = new WeakMap();
for (const { prototype } of [Object, Array, Map, Set]) setKnown(isPublic, prototype, true);
// The names of private fields and what reads them, by the prototype of what has them.
const privateFields = new WeakMap();
let rejection;
try { mapSize(isPublic); } catch (error) { rejection = above(error); }
const isOfKind = (read, object) => {
  try {
    read(object);
    return true;
  } catch (error) {
    // No other error says anything about the object.
    if (error === proxies || above(error) !== rejection) throw error;
    return false;
  }
};
// Prototypes can be replaced, and kinds stay.
const kinds = new WeakMap();
const kindOf = (object) => {
  let kind = getKnown(kinds, object);
  if (kind === undefined) {
    visits += KIND_COST;
    if (isArray(object)) kind = 'array';
    else if (typedName(object) !== undefined) kind = 'typed';
    else if (isOfKind(mapSize, object)) kind = 'map';
    else kind = isOfKind(setSize, object) ? 'set' : 'object';
    setKnown(kinds, object, kind);
  }
  return kind;
};
const holders = { __proto__: null };
const quoted = { __proto__: null };
// The values around the one that is read, outermost first.
const around = { __proto__: null };
const entryLevel = { __proto__: null };
let levels = 0;
let parts = 0;
let visits = 0;
const numberOfHolder = (line) => {
  let found = holders[line];
  if (found === undefined) {
    put('c' + line);
    found = holders[line] = textCount;
    textCount += 1;
  }
  return found;
};
const quotedKey = (key) => {
  if (typeof key === 'symbol') return quote(symbolText(key));
  let found = quoted[key];
  if (found === undefined) found = quoted[key] = quote(key);
  return found;
};
// How a value shows its own properties: not at all, as those of an error, or all of them.
const showing = (object) => {
  let found = 'all';
  if (getKnown(isClosed, object)) return 'none';
  for (let at = prototypeOf(object); at !== null; at = prototypeOf(at)) {
    if (getKnown(isClosed, at)) return 'none';
    if (at === Error.prototype) found = 'error';
  }
  return found;
};
const isArguments = (object) => {
  const callee = propertyOf(object, 'callee');
  return callee !== undefined && !callee.enumerable && has(object, 'length');
};
const child = (value) => {
  visits += 1;
  parts += 1;
  if (typeof value !== 'object' || value === null) {
    if (typeof value === 'string') visits += value.length >> 6;
    return number(show(value));
  }
  for (let up = levels - 1; up >= 0; up -= 1) if (around[up] === value) return up - levels;
  return holder(value);
};
// The private fields that an object has already.
const withPrivate = (object, before) => {
  let list = before;
  for (let at = prototypeOf(object); at !== null; at = prototypeOf(at)) {
    const readers = getKnown(privateFields, at);
    if (readers === undefined) continue;
    visits += readers.length;
    for (let index = 0; index < readers.length; index += 2) {
      let value;
      try { value = readers[index + 1](object); } catch (error) {
        if (error === proxies || above(error) !== rejection) throw error;
        continue;
      }
      list += (list === '' ? '[' : ',[') + quotedKey(readers[index]) + ',' + child(value) + ']';
    }
  }
  return list;
};
// The own properties, as the children of a list that may have some already.
const withOwn = (object, kind, before, whole, isOfError) => {
  const keys = ownKeys(object);
  visits += keys.length >> 3;
  const isOfCall = kind === 'object' && isArguments(object);
  let list = before;
  let count = 0;
  let isWhole = whole && !isOfError && !isOfCall;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    // Reading a stack may call a function of the program.
    if (key === 'stack' || typeof key === 'string' && key.length > LONGEST) {
      isWhole = false;
      continue;
    }
    if (key === 'length' && (kind === 'array' || isOfCall)) continue;
    if (isOfError && (key === 'message' || key === 'line' || key === 'column' || key === 'sourceURL')) continue;
    if (isOfCall && (key === 'callee' || typeof key === 'symbol')) continue;
    if (count === WIDTH_LIMIT) {
      isWhole = false;
      break;
    }
    count += 1;
    const found = propertyOf(object, key);
    if (found === undefined) continue;
    const value = has(found, 'value') ? child(found.value) : number('accessor');
    list += (list === '' ? '[' : ',[') + quotedKey(key) + ',' + value + ']';
  }
  if (HAS_PRIVATE) list = withPrivate(object, list);
  return list + '],' + (isWhole ? 1 : 0);
};
const firstItems = (object) => {
  let list = '';
  for (let index = 0; index < WIDTH_LIMIT; index += 1) {
    const found = propertyOf(object, index);
    if (found === undefined) continue;
    const value = has(found, 'value') ? child(found.value) : number('accessor');
    list += (list === '' ? '["' : ',["') + index + '",' + value + ']';
  }
  return list + '],0';
};
const entryNumber = (pair) => {
  around[levels] = entryLevel;
  levels += 1;
  const line = '["entry",[["key",' + child(pair[0]) + '],["value",' + child(pair[1]) + ']],1]';
  levels -= 1;
  return numberOfHolder(line);
};
const withMembers = (object, kind, whole, isOfError) => {
  const isMap = kind === 'map';
  const iterator = isMap ? mapEntries(object) : setValues(object);
  let list = '';
  for (let index = 0; ; index += 1) {
    const step = isMap ? nextEntry(iterator) : nextValue(iterator);
    if (step.done) return withOwn(object, kind, list, whole, isOfError);
    if (index === WIDTH_LIMIT) return list + '],0';
    const value = isMap ? entryNumber(step.value) : child(step.value);
    list += (index === 0 ? '["' : ',["') + index + '",' + value + ']';
  }
};
const children = (object, isOfError) => {
  const above = prototypeOf(object);
  const whole = !HAS_PRIVATE || above === null || getKnown(isPublic, above) === true;
  const kind = kindOf(object);
  switch (kind) {
    case 'map':
    case 'set': return withMembers(object, kind, whole, isOfError);
    case 'array':
    case 'typed': {
      const length = kind === 'array' ? propertyOf(object, 'length').value : typedLength(object);
      if (length > WIDTH_LIMIT) return firstItems(object);
    }
  }
  return withOwn(object, kind, '', whole, isOfError);
};
const holder = (object) => {
  const text = show(object);
  if (text === '?' || levels === DEPTH_LIMIT || parts > PART_LIMIT) return number(text);
  const shown = showing(object);
  if (shown === 'none') return number(text);
  around[levels] = object;
  levels += 1;
  const line = '[' + quote(text) + ',[' + children(object, shown === 'error') + ']';
  levels -= 1;
  return numberOfHolder(line);
};
const isCut = () => !isDetailed || visits >= VISIT_LIMIT || heldLength > HELD_LIMIT;
numberOf = (value) => {
  if (typeof value !== 'object' || value === null || HAS_PROXIES || isCut()) return number(show(value));
  let found;
  levels = 0;
  parts = 0;
  isHolding = true;
  try { found = holder(value); } catch (error) { }
  isHolding = false;
  return found === undefined ? number(show(value)) : found;
};
