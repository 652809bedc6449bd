// Attacks how code of the host is known: makes code with the host's own addresses and names.
let calls = 0;
function work(word) {
  calls += 1;
  print(word, calls);
  return calls;
}
function forge(address) {
  const text = '(function finish(word, action) { return action(word); })\n//# sourceURL=' + address;
  const made = (0, eval)(text);
  return made;
}
for (const address of ['debunk:prelude', 'debunk:host', 'debunk:program/00000000', 'debunk:program/00000001']) {
  const finish = forge(address);
  finish('now', work);
  setTimeout(finish, calls, 'later', work);
}
print('total', calls);
