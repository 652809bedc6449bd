function F() { if (!new.target) return new F(); this.a = 1 }
print(F().a, new F().a);
class A { constructor() { return 5 } }
print(typeof new A());
