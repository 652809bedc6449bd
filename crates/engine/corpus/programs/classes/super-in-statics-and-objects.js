class A {
  static make(n) { return 'A' + n; }
  hello() { return 'hello from A'; }
}
class B extends A {
  static make(n) {
    const base = super.make(n + 1);
    return base + 'B';
  }
  hello() {
    const later = () => super.hello() + ' via B';
    return later();
  }
}
const proto = { greet() { return 'proto ' + this.n; } };
const child = {
  __proto__: proto,
  n: 5,
  greet() { return super.greet() + ' child'; },
};
print(B.make(1));
print(new B().hello());
print(child.greet());
