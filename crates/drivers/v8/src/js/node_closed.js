Object.defineProperty(Error, 'prepareStackTrace', { value: undefined });
for (const closed of [Object, Function, Array, Promise, Error, TypeError, SyntaxError, RangeError, Map, String]) {
  Object.preventExtensions(closed);
  Object.preventExtensions(closed.prototype);
}
