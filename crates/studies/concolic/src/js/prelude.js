// What every program finds: no clock, no randomness, no endless work inside the engine.
(function () {
  'use strict';
  const LENGTH_LIMIT = 4194304;
  const apply = Reflect.apply;
  // These walk over the whole length without ever asking whether to stop.
  const walking = ['concat', 'copyWithin', 'entries', 'every', 'fill', 'filter', 'find', 'findIndex', 'findLast',
    'findLastIndex', 'flat', 'flatMap', 'forEach', 'includes', 'indexOf', 'join', 'lastIndexOf', 'map', 'reduce',
    'reduceRight', 'reverse', 'shift', 'slice', 'some', 'sort', 'splice', 'toReversed', 'toSorted', 'toSpliced',
    'toString', 'unshift', 'with'];
  for (const name of walking) {
    const original = Array.prototype[name];
    if (typeof original !== 'function') continue;
    const guarded = ({
      [name](...values) {
        if (this?.length > LENGTH_LIMIT) {
          throw new RangeError(`${name} on ${this.length} elements; debunk allows ${LENGTH_LIMIT}`);
        }
        return apply(original, this, values);
      },
    })[name];
    Object.defineProperty(guarded, 'length', { value: original.length });
    Object.defineProperty(Array.prototype, name, { value: guarded, writable: true, configurable: true, enumerable: false });
  }
  let state = 1;
  Math.random = function random() {
    state = Math.imul(state, 48271) >>> 0 || 1;
    return (state % 2147483647) / 2147483647;
  };
  // For the host alone, which removes it: every call of P gets the same numbers.
  Object.defineProperty(globalThis, 'debunkRestart', { value: () => { state = 1; }, configurable: true, enumerable: false });
  const text = values => values.map(value => String(value)).join(' ');
  const noted = [];
  globalThis.print = (...values) => { if (noted.length < 100000) noted.push(text(values)); };
  globalThis.console = { log: globalThis.print, error: globalThis.print, warn: globalThis.print, info: globalThis.print, debug: globalThis.print };
  Object.defineProperty(globalThis, 'debunkPrinted', { value: () => noted.join('\n'), enumerable: false });
})();
