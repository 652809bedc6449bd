function* range(from, to, step) {
  if (step === 0) throw new Error('no step');
  for (let x = from; x < to; x += step) {
    yield x;
  }
}
print([...range(0, 10, 3)].join());
print(Array.from(range(5, 5, 1)).length);
let sum = 0;
for (const x of range(1, 6, 1)) sum += x;
print(sum);
