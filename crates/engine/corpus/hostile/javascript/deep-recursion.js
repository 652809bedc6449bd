// Attacks the functions of the host from deep in the stack: their errors must be the program's own.
let foreign = 0;
function check(error) {
  if (!(error instanceof Error)) foreign += 1;
  return foreign;
}
function dive(depth, use) {
  if (depth > 0) return dive(depth - 1, use);
  try { use(); } catch (error) { check(error); }
  return depth;
}
dive(500, () => setTimeout(() => {}, Symbol('no number')));
dive(500, () => new Date(Symbol('no number')));
dive(500, () => print.call.call(1));
dive(500, () => queueMicrotask(1));
print('foreign', foreign);
