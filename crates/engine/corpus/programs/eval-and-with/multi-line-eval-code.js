function run(n) {
  const lines = [
    'let sum = 0;',
    'for (let i = 1; i <= n; i++) {',
    '  sum += i;',
    '}',
    'sum > 10 ? "big " + sum : "small " + sum',
  ];
  return eval(lines.join('\n'));
}
print(run(3));
print(run(10));
print(eval('({ a: 1 })').a, eval('{ a: 1 }'));
print(typeof eval(''), eval(42));
