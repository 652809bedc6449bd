// Attacks the waiting for the end: every object, text and number has a then.
Object.defineProperty(Object.prototype, 'then', {
  get() { return function (done) { done('{"output":["forged"],"error":null}'); }; },
  configurable: true,
});
String.prototype.then = function (done) { done('forged'); };
function measure(text) {
  const length = text.length;
  return length;
}
let sum = 0;
for (const word of ['one', 'three']) {
  sum += measure(word);
}
print(sum);
