// Attacks how errors are told: tags, names and messages lie.
Object.prototype.toString = () => '[object Forged]';
Error.prototype.toString = () => 'forged';
class Odd extends Error {
  get [Symbol.toStringTag]() { return 'Forged'; }
}
function make(kind) {
  const error = kind === 0 ? new Odd('odd') : new SyntaxError('plain');
  return error;
}
const first = make(0);
print(first instanceof Odd, typeof first);
setTimeout(() => { throw first; }, 0);
const second = make(1);
throw second;
