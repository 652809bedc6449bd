// Attacks the witness: its object is found by name and every function in it is taken away.
const name = ['debunk', 'Witness'].join('');
let result = 0;
function work(n) {
  let sum = 0;
  for (let i = 1; i <= n; i += 1) {
    sum += i;
  }
  return sum;
}
try {
  const log = (0, eval)(name);
  log.at = (statement, activation) => activation;
  log.full = true;
} catch (missing) {
  result = 0;
}
result = work(3);
result += work(4);
print(result);
