// Attacks what lists are made of: species, spreading and toJSON of arrays do something else.
function Forged() { return { length: 0, push() {}, forged: true }; }
Object.defineProperty(Array, Symbol.species, { get() { return Forged; }, configurable: true });
Object.defineProperty(Promise, Symbol.species, { get() { return Forged; }, configurable: true });
Array.prototype.toJSON = function () { return 'forged'; };
Array.prototype[Symbol.isConcatSpreadable] = false;
Array.from = Array.of = () => ['forged'];
function double(list) {
  const made = list.map((n) => n * 2);
  return made;
}
const first = double([1, 2]);
print(typeof first.length, [1, 2].length);
setTimeout(() => print([3, [4]], JSON.stringify([5])), 1);
