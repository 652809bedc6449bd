// Attacks breakpoints: code in eval and Function calls itself by the address of the program.
const stack = '' + new Error('where').stack;
const found = /((?:debunk|https?|file|data|blob|resource|chrome)[^\s()@]*?):\d+:\d+/.exec(stack) || ['', 'own.js'];
function make(n) {
  const text = 'var a = 1;\na += 1;\na += 2;\na += 3;\na += 4;\na += 5;\na += 6;\na += 7;\na += 8;\na += 9;\na;\n//# sourceURL=' + found[1];
  let sum = n;
  sum += eval(text);
  sum += Function(text.replace('\na;', '\nreturn a;'))();
  return sum;
}
let total = make(1);
total += make(2);
(0, eval)('print("inside");\n//# sourceURL=' + found[1]);
total += 1;
print(total);
