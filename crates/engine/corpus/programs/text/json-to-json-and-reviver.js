class Money {
  constructor(cents) { this.cents = cents; }
  toJSON(key) {
    return key + ':' + (this.cents / 100).toFixed(2);
  }
}
const order = {
  id: 7,
  price: new Money(1250),
  tags: ['x', undefined, () => 1],
  skip: undefined,
  nested: { deep: new Money(5) },
};
const text = JSON.stringify(order);
print(text);
print(JSON.stringify(order, ['id', 'nested', 'deep']));
print(JSON.stringify(order, (k, v) => (typeof v === 'number' ? v + 1 : v), 1).split('\n').length);
const back = JSON.parse(text, function (key, value) {
  if (key === 'id') return value * 100;
  if (value === null) return 'was null';
  return value;
});
print(back.id, back.tags.join('/'), back.nested.deep);
