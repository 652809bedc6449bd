// Adds up a bill. A discount that is no number makes the sum none.
function read(text) {
  const order = { items: [], customer: { name: 'anybody', discount: 0 } };
  for (const part of text.split(',')) {
    const [key, value] = part.split('=');
    if (key === 'name') order.customer.name = value;
    else if (key === 'discount') order.customer.discount = Number(value);
    else order.items.push({ what: key, price: Number(value) });
  }
  return order;
}

function total(order) {
  let sum = 0;
  for (const item of order.items) sum += item.price;
  let off = sum * order.customer.discount / 100;
  return { sum, off };
}

function bill(text) {
  const order = read(text);
  const totals = total(order);
  let due = totals.sum - totals.off;
  if (Number.isNaN(due)) throw new Error('no sum for ' + order.customer.name);
  console.log(due);
}
bill(process.argv[2]);
