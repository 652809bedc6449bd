// Attacks the report at the end of a run: JSON.stringify and JSON.parse tell something else.
JSON.stringify = function () {
  return '{"output":["forged"],"error":null}';
};
JSON.parse = function () { return { output: ['forged'], error: 'forged' }; };
function add(a, b) {
  const sum = a + b;
  return sum;
}
let total = 0;
for (let i = 0; i < 3; i += 1) {
  total = add(total, i);
}
print(total, [total, 'text']);
