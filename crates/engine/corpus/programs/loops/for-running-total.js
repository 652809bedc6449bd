function runningTotal(limit) {
  let total = 0;
  let last = -1;
  for (let i = 0; i < limit; i++) {
    const square = i * i;
    total += square;
    if (square > 1000) {
      print('never this large');
    }
    last = i;
  }
  return total + ':' + last;
}

print(runningTotal(0));
print(runningTotal(5));
print(runningTotal(12));
