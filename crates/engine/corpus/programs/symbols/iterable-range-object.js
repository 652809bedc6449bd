'use strict';

function range(from, to) {
  return {
    from: from,
    to: to,
    [Symbol.iterator]: function () {
      var cur = this.from, end = this.to;
      return {
        next: function () {
          if (cur > end) return { value: undefined, done: true };
          return { value: cur++, done: false };
        }
      };
    }
  };
}
var r = range(3, 7);
print([...r].join());
r.to = 4;
print(Array.from(r, function (x) { return x * x; }).join());
print(Math.max(...range(1, 3)));
