const hints = [];
const money = {
  amount: 12,
  [Symbol.toPrimitive](hint) {
    hints.push(hint);
    if (hint === 'number') return this.amount;
    if (hint === 'string') return '$' + this.amount;
    return 'money';
  },
};
print(+money, `${money}`, money + 1);
print(money * 2, money > 11, money == 'money');
print(({ $12: 'found' })[money]);
print(hints.join(' '));
