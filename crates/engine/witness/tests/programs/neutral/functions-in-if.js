if (1) function f() { return 1 }
if (0) function g() {} else function h() {}
print(typeof f, typeof g, typeof h);
