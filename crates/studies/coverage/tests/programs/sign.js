const fs = require('fs');
function sign(x) {
  if (x < 0) return -1;
  if (x > 0 && x < 100) {
    return 1;
  }
  return 0;
}
function never(x) {
  return x + 1;
}
const half = x => x / 2;
for (let i = 0; i < 2; i++) {
  console.log(sign(Number(process.argv[2])), i > 5 ? never(i) : half(i));
}
