function f() { print(typeof g); { function g() {} } print(typeof g); return typeof h; function h() {} }
print(f());
