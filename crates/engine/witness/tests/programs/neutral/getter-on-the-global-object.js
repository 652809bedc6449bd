Object.defineProperty(globalThis, 'late', { get() { print('noticed'); return 1 }, configurable: true }); var once = 1; function f() { let a = 1; return a } print(f());
