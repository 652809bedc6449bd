const Anon = class { who() { return 'anon'; } };
const Named = class Inner {
  who() { return Inner.name + typeof Inner; }
};
const list = [class {}, class extends Anon {}, Named];
print(Anon.name, Named.name, list[0].name === '');
print(new (class { constructor(v) { this.v = v; } })(7).v);
print(new Named().who(), new list[1]().who());
print(typeof Inner, typeof Named);
