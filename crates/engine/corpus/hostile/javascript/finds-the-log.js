// Attacks the witness: looks for its name in the text of a function, and tells it lies.
let lies = 0;
function target(a) {
  const b = a * 2;
  return b;
}
const text = '' + target;
const found = /([A-Za-z0-9_$]+)\.(?:at|enter|full)/.exec(text);
const names = ['debunk' + 'Witness', 'debunk' + 'WitnessWithAnotherName'];
if (found) names.push(found[1]);
for (const name of names) {
  try {
    const log = eval(name);
    lies += 1;
    log.full = true;
    log.at(0, 0);
    log.leave(1);
  } catch (missing) {
    lies += 0;
  }
}
let value = target(4);
value = target(value);
print(value);
