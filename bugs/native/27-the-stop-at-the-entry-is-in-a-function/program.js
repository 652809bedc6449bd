function twice(n) {
  return n * 2;
}
let a = twice(1);
a = twice(a);
