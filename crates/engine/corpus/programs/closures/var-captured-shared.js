function build() {
  var fns = [];
  for (var i = 0; i < 3; i++) {
    fns.push(function () { return i; });
  }
  return fns;
}
function buildFixed() {
  var fns = [];
  for (var i = 0; i < 3; i++) {
    (function (copy) {
      fns.push(function () { return copy; });
    })(i);
  }
  return fns;
}
var shared = build(), fixed = buildFixed();
print(shared.map(function (f) { return f(); }).join());
print(fixed.map(function (f) { return f(); }).join());
