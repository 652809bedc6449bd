'use strict';
function reverseInto(list, acc, i) {
  if (i >= list.length) return acc;
  return reverseInto(list, [list[i], ...acc], i + 1);
}
function power(base, exp, acc) {
  if (exp === 0) return acc;
  if (exp % 2 === 1) return power(base, exp - 1, acc * base);
  return power(base * base, exp / 2, acc);
}
print(reverseInto([1, 2, 3, 4, 5], [], 0).join(''));
print(power(3, 13, 1));
print(power(2, 30, 1));
