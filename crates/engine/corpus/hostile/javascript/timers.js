// Attacks the timers: delays that run code, callbacks that are none, and replaced arithmetic.
let order = '';
Math.max = () => 'forged';
Number = () => 'forged';
const delay = { valueOf() { order += 'v'; return 5; } };
function note(letter) {
  order += letter;
  print(order);
}
setTimeout(note, delay, 'a');
setTimeout(note, 'nonsense', 'b');
setTimeout(note, -1, 'c');
const gone = setTimeout(note, 1, 'd');
clearTimeout(gone);
setTimeout('no function', 2);
setTimeout(null, 3);
print(order);
