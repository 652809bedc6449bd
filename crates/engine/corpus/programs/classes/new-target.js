function Point(x, y) {
  if (!new.target) return new Point(x, y);
  this.x = x;
  this.y = y;
}
class Abstract {
  constructor() {
    if (new.target === Abstract) throw new TypeError('abstract');
    this.kind = new.target.name;
  }
}
class Concrete extends Abstract {}

var p = Point(1, 2), q = new Point(3, 4);
print(p.x + q.y, p instanceof Point);
print(new Concrete().kind);
try {
  new Abstract();
  print('made');
} catch (e) {
  print(e.message);
}
print(Reflect.construct(Abstract, [], Point).kind);
