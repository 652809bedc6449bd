class Even {
  static [Symbol.hasInstance](n) { return n % 2 === 0; }
}
class Stack extends Array {
  static get [Symbol.species]() { return Array; }
  get [Symbol.toStringTag]() { return 'Stack'; }
}
const s = new Stack(1, 2, 3);
print(4 instanceof Even, 5 instanceof Even);
print(s.map(x => x) instanceof Stack, s instanceof Stack);
print(Object.prototype.toString.call(s));
const notSpread = { length: 2, 0: 'a', 1: 'b', [Symbol.isConcatSpreadable]: true };
print(['z'].concat(notSpread).join(''));
