function Pair(a, b) { this.a = a; this.b = b; }
Pair.prototype.sum = function () { return this.a + this.b; };

var pair = Reflect.construct(Pair, [4, 5]);
print(Reflect.apply(pair.sum, { a: 1, b: 1 }, []));
print(pair.sum(), Reflect.has(pair, 'sum'), Reflect.ownKeys(pair).join());
Reflect.defineProperty(pair, 'hidden', { value: true, enumerable: false });
print(Object.keys(pair).length, pair.hidden);
print(Reflect.set(Object.freeze(pair), 'a', 0), pair.a);
print(Reflect.getPrototypeOf(pair) === Pair.prototype, Reflect.deleteProperty({ x: 1 }, 'x'));
