function () {
  const DEPTH_MAX = 8, VALUES_MAX = 20000;
  const seen = new Map();
  let count = 0;
  function encode(value, path, depth) {
    switch (typeof value) {
      case 'number': return { p: Object.is(value, -0) ? '-0' : String(value) };
      case 'string': return { p: JSON.stringify(value) };
      case 'bigint': return { p: value + 'n' };
      case 'boolean': case 'undefined': return { p: String(value) };
      case 'symbol': case 'function': return { o: typeof value };
    }
    if (value === null) return { p: 'null' };
    if (seen.has(value)) return { o: 'as ' + seen.get(value) };
    seen.set(value, path);
    if (depth > DEPTH_MAX || ++count > VALUES_MAX) return { o: 'deep' };
    const tag = Object.prototype.toString.call(value);
    if (Array.isArray(value)) {
      const list = [];
      for (let i = 0; i < value.length; i++) {
        const own = Object.getOwnPropertyDescriptor(value, i);
        list.push(own && 'value' in own ? encode(own.value, path + '[' + i + ']', depth + 1) : { p: 'undefined' });
      }
      return { l: list };
    }
    if (tag !== '[object Object]') return { o: tag };
    const record = {};
    for (const name of Object.keys(value)) {
      const own = Object.getOwnPropertyDescriptor(value, name);
      if (own && 'value' in own) record[name] = encode(own.value, path + '.' + name, depth + 1);
    }
    return { r: record };
  }
  return JSON.stringify(encode(this, '', 0));
}
