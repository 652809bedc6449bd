// Attacks how values are told, in old JavaScript: JSON, String and the prototypes of all objects.
var said = 0;
JSON.stringify = function () { said += 1; return '"forged"'; };
String = function () { said += 1; return 'forged'; };
Object.keys = function () { return ['forged']; };
Array.isArray = function () { return true; };
Object.prototype.value = 'forged';
Object.prototype.get = function () { return 'forged'; };
Object.prototype.toString = function () { said += 1; return '[object Error]'; };
Function.prototype.call = Function.prototype.apply = function () { said += 1; return 'forged'; };
function half(number) {
  var result = number / 2;
  return result;
}
var first = half(8);
print(first, { a: 1 });
print([half(first), 'text'], said);
throw 'plain';
