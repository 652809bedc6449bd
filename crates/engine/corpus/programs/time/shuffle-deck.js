"use strict";
function shuffle(list) {
  const a = list.slice();
  for (let i = a.length - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [a[i], a[j]] = [a[j], a[i]];
  }
  return a;
}
const deck = 'A23456789TJQK'.split('');
const mixed = shuffle(deck);
print(mixed.join(''));
print(mixed.slice().sort().join('') === deck.slice().sort().join(''));
