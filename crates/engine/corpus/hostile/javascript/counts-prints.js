// Attacks the witness: what print returns decides what the program does.
let last = 0;
function say(value) {
  const result = print(value);
  last = typeof result === 'number' ? result : last + 1;
  return last;
}
say('a');
say('b');
let path = 0;
if (say('c') > 3) {
  path = 1;
} else {
  path = 2;
}
for (let i = 0; i < last % 5; i += 1) {
  path += 10;
}
print('end');
