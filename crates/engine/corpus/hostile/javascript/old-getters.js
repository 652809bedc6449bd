// Attacks the looking at values, in old JavaScript: getters count, and setters catch the elements of lists.
var reads = 0;
var shy = {};
Object.defineProperty(shy, 'value', { get: function () { reads += 1; return reads; }, enumerable: true });
Object.defineProperty(Array.prototype, '0', { set: function () { reads += 10; }, get: function () { return 'forged'; }, configurable: true });
Object.defineProperty(Object.prototype, 'length', { get: function () { return 99; }, configurable: true });
function read(object) {
  var seen = object.value;
  return seen;
}
var first = read(shy);
print(first, shy);
var second = read(shy);
print(second > first, reads);
throw 'end\n"of"\u2028it';
