function primesBelow(n) {
  var found = [];
  outer: for (var c = 2; c < n; c++) {
    for (var d = 2; d * d <= c; d++)
      if (c % d === 0) continue outer;
    found.push(c);
  }
  return found;
}
print(primesBelow(40).join(' '));
print(primesBelow(2).length);
