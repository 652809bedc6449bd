// every clause of the for header may be left out
function countdown(n) {
  var trail = '';
  for (;;) {
    if (n <= 0) break;
    trail += n;
    n--;
  }
  return trail;
}

function doubling(limit) {
  var x = 1, rounds = 0;
  for (; x < limit;) {
    x *= 2;
    rounds++;
  }
  return rounds;
}

function bodyless(text, wanted) {
  var i;
  for (i = 0; i < text.length && text[i] !== wanted; i++);
  return i;
}

print(countdown(4));
print(doubling(100));
print(bodyless('corpus', 'p'), bodyless('corpus', 'z'));
