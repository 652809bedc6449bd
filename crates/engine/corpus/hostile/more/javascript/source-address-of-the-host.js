// Attacks the list of scripts to skip: the program takes an address like that of the host's own scripts.
let a = 1;
function twice(x) {
  const y = x * 2;
  return y;
}
a = twice(a);
a = twice(a);
print(a);
setTimeout(() => {
  a = twice(a);
  print(a);
}, 1);
//@ sourceURL=node:internal/debunk
