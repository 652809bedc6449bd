function curry(fn) {
  return function step() {
    var args = Array.prototype.slice.call(arguments);
    if (args.length >= fn.length) {
      return fn.apply(this, args);
    }
    return function () {
      var more = Array.prototype.slice.call(arguments);
      return step.apply(this, args.concat(more));
    };
  };
}
function volume(w, h, d) {
  return w + 'x' + h + 'x' + d + '=' + w * h * d;
}
var v = curry(volume);
print(v(1, 2, 3));
print(v(2)(3)(4));
print(v(5, 6)(7), v()(1)()(2, 3));
