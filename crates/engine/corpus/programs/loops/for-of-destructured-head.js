const stock = [
  { name: 'bolt', qty: 4, price: 3 },
  { name: 'nut', price: 1 },
  { name: 'gear', qty: 2, price: 12 },
];

function worth(items) {
  let sum = 0;
  for (const { name, qty = 1, price } of items) {
    const line = qty * price;
    print(name, line);
    sum += line;
  }
  return sum;
}

print('total', worth(stock));

let a, b;
for ([a, b = 'none'] of [[1, 2], [3]]) print(a, b);
for (const box = {}; !box.n; box.n = 1) print('once');
