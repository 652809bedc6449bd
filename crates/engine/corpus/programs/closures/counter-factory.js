function makeCounter(start, step) {
  var value = start;
  return {
    next: function () {
      value += step;
      return value;
    },
    reset: function () {
      value = start;
    },
    peek: function () { return value; }
  };
}

var byTwo = makeCounter(0, 2);
var down = makeCounter(10, -1);
byTwo.next();
byTwo.next();
down.next();
print(byTwo.peek(), down.peek());
byTwo.reset();
print(byTwo.next(), down.next());
