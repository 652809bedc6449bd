function run(program) {
  var stack = [], vars = {}, pc = 0, steps = 0;
  while (pc < program.length) {
    if (++steps > 200) return 'too long';
    var op = program[pc][0], arg = program[pc][1];
    pc++;
    switch (op) {
      case 'push': stack.push(arg); break;
      case 'add': stack.push(stack.pop() + stack.pop()); break;
      case 'mul': stack.push(stack.pop() * stack.pop()); break;
      case 'store': vars[arg] = stack.pop(); break;
      case 'load': stack.push(vars[arg]); break;
      case 'jumpIf': if (stack.pop()) pc = arg; break;
      case 'print': print('out', stack[stack.length - 1]); break;
      case 'halt': return 'halted after ' + steps;
      default: throw new Error('bad op ' + op);
    }
  }
  return 'ran off the end';
}
print(run([
  ['push', 1], ['store', 'acc'], ['push', 5], ['store', 'n'],
  ['load', 'acc'], ['load', 'n'], ['mul'], ['store', 'acc'],
  ['load', 'n'], ['push', -1], ['add'], ['store', 'n'],
  ['load', 'n'], ['jumpIf', 4],
  ['load', 'acc'], ['print'], ['halt'], ['never', 0]
]));
print(run([]));
try { run([['oops']]); } catch (e) { print(e.message); }
