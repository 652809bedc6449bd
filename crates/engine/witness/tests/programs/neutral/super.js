class A { constructor() { this.n = new.target.name } m() { return 1 } static s() { return 's' } }
class B extends A { constructor(x) { if (x) { super() } else { super(); } this.y = 1 } m() { return super.m() + 1 } static s() { return super.s() + 't' } f = () => super.m(); }
print(new B(1).n, new B().m(), B.s(), new B().f());
class C extends A { constructor() { return { z: 1 } } }
print(new C().z);
class D extends A { constructor() { try { this.x } catch (e) { print(e.name) } super() } }
new D();
class E extends A { constructor() {} }
try { new E() } catch (e) { print(e.name) }
