function f(a) { var g = 1; function g() {} function h() { return 1 } function h() { return 2 } { function h() { return 3 } } return [typeof g, h(), a] }
print(String(f(5)));
