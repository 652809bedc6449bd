function f(a) {
  var b = a + 1;
  // note  var c = b * 2;   return c;
}
print(f(1));print(f(2));

if (f(0) > 1) print('yes');
