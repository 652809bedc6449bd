let calls = 0;
const o = { get a() { calls += 1; return 1; }, set b(value) { calls += 1; }, [Symbol('k')]: 1, toString() { calls += 1; } };
Object.defineProperty(Array.prototype, '0', { get() { calls += 1; }, set(value) { calls += 1; }, configurable: true });
Object.defineProperty(Object.prototype, 'length', { get() { calls += 1; }, configurable: true });
const holes = [, , o], frozen = Object.freeze([o]), sealed = Object.seal({ o, frozen });
const map = new Map([[o, holes], [frozen, sealed]]), set = new Set([map]);
map.self = set;
Map.prototype.entries = Map.prototype[Symbol.iterator] = Set.prototype.values = Set.prototype[Symbol.iterator] = () => { calls += 1; };
const iterator = new Map([[1, 2]]).keys();
Object.getPrototypeOf(iterator).next = () => { calls += 1; };
const bare = Object.setPrototypeOf(new Map([[1, 2]]), null), late = Object.setPrototypeOf(new Set([1]), Array.prototype);
class A extends Array { static get [Symbol.species]() { calls += 1; return Array; } #p = 1; has() { return this.#p; } }
const a = A.of(1, 2);
function given() { const mine = arguments; mine[1] = mine; return mine.length; }
print(calls, given(1, 2), a.has(), bare, late);
delete Array.prototype[0];
delete Object.prototype.length;
print(calls, holes.length, sealed.frozen === frozen, map.size, Object.keys(o).join());
