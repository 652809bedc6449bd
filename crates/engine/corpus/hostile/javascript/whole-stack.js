// Attacks the comparison of runs: prints the whole stack, with the host's frames below the program.
Error.stackTraceLimit = 200;
function inner() {
  const error = new Error('where');
  return error.stack;
}
function outer() {
  const stack = inner();
  return stack;
}
const told = outer();
print(told.length > 0, told);
setTimeout(() => { print(inner()); }, 1);
