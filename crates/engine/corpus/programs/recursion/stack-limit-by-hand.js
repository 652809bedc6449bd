// a depth guard instead of a real overflow
function Guard(limit) {
  this.limit = limit;
  this.deepest = 0;
}
Guard.prototype.dive = function (depth) {
  if (depth > this.deepest) this.deepest = depth;
  if (depth === this.limit) throw new RangeError('limit ' + depth);
  var below = this.dive(depth + 1);
  return below + 1;
};
var g = new Guard(25);
try {
  print(g.dive(0));
} catch (err) {
  print(err.name, err.message, g.deepest);
}
