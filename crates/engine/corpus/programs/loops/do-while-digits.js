function digits(n) {
  var out = [];
  do {
    var d = n % 10;
    out.unshift(d);
    n = (n - d) / 10;
  } while (n > 0);
  return out;
}

function digitalRoot(n) {
  let rounds = 0;
  do {
    let sum = 0;
    for (const d of digits(n)) sum += d;
    n = sum;
    rounds += 1;
  } while (n >= 10)
  return n + '/' + rounds;
}

print(digits(0).length, digits(90210).join('-'));
print(digitalRoot(98765));
print(digitalRoot(7));
