const sign = n => n > 0 ? 'plus' : n < 0 ? 'minus' : n === 0 ? 'zero' : 'nan';
function tax(income) {
  return income <= 10 ? 0
    : income <= 50 ? (income - 10) / 10
    : income <= 100
      ? 4 + (income - 50) / 5
      : 14 + (income - 100) / 2;
}
print(sign(3), sign(-3), sign(0), sign(NaN));
print([5, 10, 30, 75, 200].map(tax).join(' '));
var mixed = true ? false ? 1 : 2 : 3;
print(mixed);
