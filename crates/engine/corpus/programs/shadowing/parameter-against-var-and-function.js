function one(a) {
  var a;
  return typeof a;
}
function two(a) {
  return typeof a;
  function a() {}
}
function three(a, b) {
  let c = a;
  {
    let a = b, b2 = c;
    c = a + b2;
  }
  return c * a;
}
const four = (f = () => v, v = 'param') => { let w = v; { let v = 'block'; w += v; } return f() + w; };
print(one(1), two(1), three(2, 3));
print(four());
