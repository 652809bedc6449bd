// reads and evaluates a very small Lisp
function read(source) {
  const tokens = source.replace(/[()]/g, ' $& ').trim().split(/\s+/);
  let at = 0;
  function form() {
    const token = tokens[at++];
    if (token === undefined) throw new SyntaxError('unexpected end');
    if (token === ')') throw new SyntaxError('unexpected )');
    if (token !== '(') {
      const n = Number(token);
      return isNaN(n) ? token : n;
    }
    const list = [];
    while (tokens[at] !== ')') list.push(form());
    at++;
    return list;
  }
  return form();
}

class Env {
  constructor(parent, names, values) {
    this.parent = parent;
    this.vars = new Map();
    names.forEach((name, i) => this.vars.set(name, values[i]));
  }
  get(name) {
    let env = this;
    while (env) {
      if (env.vars.has(name)) return env.vars.get(name);
      env = env.parent;
    }
    throw new ReferenceError('unknown ' + name);
  }
}

function evaluate(x, env) {
  if (typeof x === 'number') return x;
  if (typeof x === 'string') return env.get(x);
  const [op, ...args] = x;
  switch (op) {
    case 'if':
      return evaluate(evaluate(args[0], env) ? args[1] : args[2], env);
    case 'define':
      env.vars.set(args[0], evaluate(args[1], env));
      return args[0];
    case 'lambda':
      return (...values) => evaluate(args[1], new Env(env, args[0], values));
    case 'quote':
      return args[0];
    default: {
      const fn = evaluate(op, env);
      const values = args.map(a => evaluate(a, env));
      return fn(...values);
    }
  }
}

const rootEnv = new Env(null,
  ['+', '-', '*', '<'],
  [(a, b) => a + b, (a, b) => a - b, (a, b) => a * b, (a, b) => a < b]);

const program = [
  '(define square (lambda (n) (* n n)))',
  '(square (+ 3 4))',
  '(define fact (lambda (n) (if (< n 2) 1 (* n (fact (- n 1))))))',
  '(fact 6)',
  '(define adder (lambda (a) (lambda (b) (+ a b))))',
  '((adder 10) 5)',
  '(missing 1)',
  '(+ 1',
];
for (const line of program) {
  try {
    console.log(String(evaluate(read(line), rootEnv)));
  } catch (e) {
    console.log(e.name + ': ' + e.message);
  }
}
