// Attacks how texts are made: String, its prototype and regular expressions do something else.
String = function () { return 'forged'; };
const prototype = Object.getPrototypeOf('');
for (const name of ['split', 'indexOf', 'slice', 'trim', 'replace', 'toString', 'concat', 'charCodeAt']) {
  prototype[name] = () => 'forged';
}
prototype[Symbol.iterator] = function* () { yield 'forged'; };
RegExp.prototype.exec = () => null;
Number.prototype.toString = () => 'forged';
function shout(text) {
  const loud = text + '!';
  return loud;
}
let said = shout('hey');
print(said, 12, 12.5, true, undefined);
throw new TypeError(shout('end'));
