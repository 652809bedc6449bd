function onlyOnce() {
  let rounds = 0;
  do {
    rounds++;
    print('round', rounds);
  } while (false);
  return rounds;
}
function skipTail() {
  let n = 0;
  do {
    n++;
    if (n < 3) continue;
    print('late', n);
  } while (n < 4);
  return n;
}
print(onlyOnce());
print(skipTail());
