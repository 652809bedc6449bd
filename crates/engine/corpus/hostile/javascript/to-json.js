// Attacks the report at the end of a run: whatever is serialised has a toJSON of the program's.
Object.prototype.toJSON = function () { return 'forged'; };
String.prototype.toJSON = function () { return 'forged text'; };
Array.prototype.toJSON = function () { return { output: [], error: 'forged' }; };
function twice(value) {
  const both = value + value;
  return both;
}
let text = twice('ab');
print(text);
print([text, { a: 1 }]);
throw new RangeError('a true error');
