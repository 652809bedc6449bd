var base = 1000;

function outer(a) {
  var tag = 'outer';
  function middle(b) {
    var tag = 'middle';
    function inner(c) {
      var sum = a + b + c + base;
      return tag + ' ' + sum;
    }
    return inner;
  }
  middle.tag = tag;
  return middle;
}

var m = outer(1);
var i1 = m(20), i2 = m(30);
print(i1(300));
print(i2(400));
base = 0;
print(i1(300), m.tag);
