// Attacks the comparison of runs: counts how deep the stack below it is.
function depth() {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = Infinity;
  const lines = String(new Error('x').stack).split('\n').length;
  Error.stackTraceLimit = limit;
  return lines;
}
const here = depth();
const path = here > 3 ? 'host below' : 'bare';
if (here > 3) {
  print('deep');
} else {
  print('shallow');
}
setTimeout(() => print(depth(), path), 0);
