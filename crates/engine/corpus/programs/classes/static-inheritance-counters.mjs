class Counter {
  static count = 0;
  static create() {
    this.count += 1;
    return new this(this.count);
  }
  constructor(id) {
    this.id = id;
  }
}
class Sub extends Counter {}
class Own extends Counter { static count = 50; }

Counter.create();
const s = Sub.create();
const o = Own.create();
Counter.create();
print(Counter.count, Sub.count, Own.count);
print(s.id, o.id, Object.hasOwn(Sub, 'count'));
