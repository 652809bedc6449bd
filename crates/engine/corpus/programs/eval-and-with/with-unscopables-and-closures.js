var values = 'my values';
function look(list) {
  var fns = [];
  with (list) {
    fns.push(function () { return length; });
    fns.push(function () { return values; });
    push('more');
  }
  return fns;
}
var fns = look(['a', 'b']);
print(fns[0](), fns[1]());
with (Math) with ({ five: 5 }) print(max(min(five, 9), abs(-2)));
