// Attacks breakpoints: the program says that it has another address and a map to another text.
let a = 1;
function add(x) {
  const y = x + a;
  return y;
}
a = add(2);
a = add(a);
print(a);
//# sourceURL=debunk:prelude
//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjozLCJzb3VyY2VzIjpbIm90aGVyLmpzIl0sIm5hbWVzIjpbXSwibWFwcGluZ3MiOiJBQVVBIn0=
