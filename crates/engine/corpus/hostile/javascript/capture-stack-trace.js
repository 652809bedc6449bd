// Attacks how errors are made: captureStackTrace and stackTraceLimit are replaced, errors have no stack.
let captured = 0;
Error.captureStackTrace = function (target) { captured += 1; target.stack = 'forged'; };
Object.defineProperty(Error, 'stackTraceLimit', { get() { captured += 100; return 0; }, set() {}, configurable: true });
delete Error.prototype.stack;
class Bare extends Error {
  constructor(text) {
    super(text);
    Object.defineProperty(this, 'stack', { value: undefined });
  }
}
function attempt(kind) {
  const made = new kind('here');
  return made.message;
}
print(attempt(Error), attempt(Bare));
throw new Bare('end');
