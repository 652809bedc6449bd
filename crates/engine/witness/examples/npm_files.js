
;(function (exported) {
  var calls = 0;
  var samples = [
    [], ['some text', 3, 'x'], [[3, 1, 2], function (a, b) { return a - b; }], [{ a: 1, b: [2] }, 'a'],
  ];
  function tell(value) {
    if (typeof value === 'function') return 'function';
    if (typeof value === 'object') return Object.prototype.toString.call(value);
    return typeof value + ' ' + String(value).slice(0, 80);
  }
  function exercise(path, value, depth) {
    if (typeof value === 'function' && calls < 60) {
      calls += 1;
      samples.forEach(function (values, index) {
        try {
          print(path + ' ' + index + ' ' + tell(value.apply(undefined, values)));
        } catch (error) {
          print(path + ' ' + index + ' throws ' + (error && error.name));
        }
      });
    }
    if (depth === 2 || value === null || typeof value !== 'object' && typeof value !== 'function') return;
    Object.keys(value).slice(0, 60).forEach(function (key) {
      var property = Object.getOwnPropertyDescriptor(value, key);
      if ('value' in property) exercise(path + '.' + key, property.value, depth + 1);
    });
  }
  exercise('', exported, 0);
})(module.exports);
