// Attacks the host below the program: caller and arguments lead to the functions that called it.
let found = 0;
function walk(start) {
  let at = start;
  for (let depth = 0; depth < 20 && at; depth += 1) {
    try {
      if (at.arguments && at.arguments[0] && typeof at.arguments[0] === 'object') found += 1;
      at = at.caller;
    } catch (refused) {
      at = null;
    }
  }
  return typeof at;
}
function outermost() {
  const answer = walk(outermost);
  return answer;
}
print(outermost(), found);
setTimeout(function timer() { print(walk(timer), found); }, 1);
