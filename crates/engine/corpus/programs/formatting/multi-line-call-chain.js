const orders = [
  { who: 'ann', cost: 30, open: true },
  { who: 'bob', cost: 12, open: false },
  { who: 'ann', cost: 7, open: true },
  { who: 'cyd', cost: 55, open: true },
];

const report = orders
  .filter(o => o.open)
  .map(o => ({
    who: o.who.toUpperCase(),
    cost: o.cost
      * 2
      + 1,
  }))
  .reduce(
    (acc, { who, cost }) => {
      acc[who] = (acc[who] || 0) + cost;
      return acc;
    },
    {},
  );

print(
  Object
    .keys(report)
    .sort()
    .map(
      name =>
        name
        + '='
        + report[name]
    )
    .join('; ')
);
