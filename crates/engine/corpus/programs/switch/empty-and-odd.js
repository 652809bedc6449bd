function odd(x) {
  var hits = 0;
  switch (x) {}
  switch (hits++) { default: }
  switch (x) { case x: hits++; }
  switch (typeof x) {
    case 'number': case 'bigint': hits += 10; break;
    case 'string': hits += 20; // falls
    case 'symbol': hits += 1;
  }
  switch (x) { case NaN: hits = -1; break; case -0: hits += 100; }
  return hits;
}
print(odd(0), odd(NaN), odd('s'), odd(null));
