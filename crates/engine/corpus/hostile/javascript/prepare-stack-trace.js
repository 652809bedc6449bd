// Attacks the host below the program: the call sites of a stack give away its functions and objects.
let reached = 0;
Error.prepareStackTrace = (error, sites) => {
  for (const site of sites) {
    for (const found of [site.getThis && site.getThis(), site.getFunction && site.getFunction()]) {
      if (found === undefined || found === null || found === globalThis) continue;
      try {
        const host = found.constructor.constructor('return typeof process + typeof require')();
        if (host !== 'undefinedundefined') reached += 1;
      } catch (refused) { reached += 0; }
    }
  }
  return 'Error: forged';
};
function look(depth) {
  if (depth > 0) return look(depth - 1);
  const stack = new Error('here').stack;
  return typeof stack;
}
print(look(2), reached);
setTimeout(() => { print(look(0), reached); }, 1);
