// Attacks the encoding of the output: halves of surrogate pairs, NULs and characters that are no text.
const high = '\ud83d';
const low = '\ude00';
function join(left, right) {
  const both = left + right;
  return both;
}
print(high);
print(low, join(low, high));
print([high, { [low]: 1 }]);
print('\u0000', '\ufffe\uffff', '\u2028\u2029');
let error = join('end ', high);
throw new Error(error);
