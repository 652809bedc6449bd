function show(label, n) {
  print(label, n);
}
show('hex', 0xff);
show('octal', 0o17);
show('binary', 0b1011);
show('legacy octal', 017);
show('not octal', 089);
show('exponent', 1e3 + 2.5E-1);
show('dots', .5 + 5. + 1..toString().length);
show('big', 9007199254740993);
show('neg zero', 1 / -0);
const flags = [true, !true, !!1, !0, false || 0, true && 7];
print(flags.join());
if (1) print('one is true');
if (0) print('zero is not');
print(true + true, false * 3, +false, 3 - true);
