function f() {
  let a = 1;
  let b = a + 1;
  return () => b;
}
f();
