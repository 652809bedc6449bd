// Attacks the host's own object: ends the run early, reports errors and runs timers by itself.
const control = globalThis.__debunk;
let calls = 0;
function abuse(name, argument) {
  if (!control || typeof control[name] !== 'function') return 'none';
  calls += 1;
  try { control[name](argument); } catch (refused) { return 'refused'; }
  return 'done';
}
setTimeout(() => print('timer'), 1);
abuse('failed', new Error('forged'));
abuse('finish');
abuse('settle', (callback) => callback());
print('after');
for (const name of ['debunkFresh', 'debunkSettle', '__debunkHost', 'debunkHost', '__debunkStarted']) {
  if (typeof globalThis[name] !== 'undefined') calls += 1;
}
print('end');
