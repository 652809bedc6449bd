function timed(label, fn, ...args) {
  var result = fn.apply(null, args);
  return label + '=' + result;
}
function sum(...nums) {
  let total = 0;
  for (const n of nums) total += n;
  return total;
}
function partial(fn, ...bound) {
  return (...later) => fn(...bound, ...later);
}
print(timed('none', sum));
print(timed('some', sum, 1, 2, 3, 4));
print(partial(sum, 10, 20)(5, 7), sum.length, timed.length);
