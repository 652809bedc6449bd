function f(a) { function a() {} return typeof a + typeof arguments[0] }
print(f(1));
