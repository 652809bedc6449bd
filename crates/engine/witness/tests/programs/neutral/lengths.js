function f(a, b = 1, c) {}
print(f.length, ((a, b) => a).length, (class { constructor(a) {} }).length);
