var counter = (function () {
  var n = 0;
  return function () { return ++n; };
})();
!function () { counter(); }();
+function () { counter(); }();
void function () { counter(); }();
(() => { counter(); })();
(function named(times) {
  if (times > 0) named(times - 1);
  counter();
}(2));
new function () { this.x = counter(); };
print(counter());
var value = function () { return 'v'; }();
print(value, typeof named);
