// U+2028 and U+2029 may stand in a string literal since ES2019
var a = 'left right', b = 'p q';
function codes(s) {
  var list = [];
  for (var i = 0; i < s.length; i++) {
    if (s.charCodeAt(i) > 127) list.push(s.charCodeAt(i).toString(16));
  }
  return list.join();
}
print(codes(a), codes(b));
var t = `x y`; print(t.length);
// a comment ends at the separator: print('so this runs');
print(JSON.stringify(a).length);
