print(f(), typeof g);
function f() { return h(); function h() { return 1 } }
{ function g() {} }
print(typeof g);
