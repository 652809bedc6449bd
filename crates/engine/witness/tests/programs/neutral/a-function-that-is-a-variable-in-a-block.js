function f() { { var g = 2 } function g() {} return g }
print(f());
