"use strict";
const rotate = ([head, ...tail]) => [...tail, head];
function fibs(n) {
  let [a, b] = [0n, 1n];
  while (n-- > 0) [a, b] = [b, a + b];
  return a.toString();
}
let word = [...'stop'];
for (let i = 0; i < 3; i++) {
  word = rotate(word);
  print(word.join(''));
}
print(fibs(90));
