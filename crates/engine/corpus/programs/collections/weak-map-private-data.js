const priv = new WeakMap();
const seen = new WeakSet();
function Person(name, age) {
  priv.set(this, { age: age, visits: 0 });
  this.name = name;
}
Person.prototype.visit = function () {
  const mine = priv.get(this);
  mine.visits += 1;
  if (seen.has(this)) {
    return this.name + ' is back, visit ' + mine.visits;
  }
  seen.add(this);
  return 'welcome ' + this.name + ', ' + mine.age;
};
const p = new Person('Ola', 52);
print(p.visit());
print(p.visit());
print(Object.keys(p).join(), priv.has({}));
try { priv.set('text', 1); } catch (e) { print(e.name); }
