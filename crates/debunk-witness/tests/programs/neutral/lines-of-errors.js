function f() {
  return new Error('x').stack.split('\n').map((l) => (/program\/\d+:(\d+)/.exec(l) || [])[1]).filter(Boolean).join() }
print(
  f());
