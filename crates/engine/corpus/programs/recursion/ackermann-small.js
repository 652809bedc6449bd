let calls = 0;
const ack = (m, n) => {
  calls += 1;
  if (m === 0) return n + 1;
  if (n === 0) return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
};
print(ack(1, 3), calls);
calls = 0;
print(ack(2, 3), calls);
