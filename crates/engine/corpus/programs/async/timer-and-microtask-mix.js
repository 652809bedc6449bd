const seen = [];
setTimeout(() => {
  seen.push('timer1');
  Promise.resolve().then(() => seen.push('micro-in-timer'));
}, 0);
setTimeout(() => {
  seen.push('timer2');
  print(seen.join(' '));
}, 5);
Promise.resolve().then(() => seen.push('micro1'));
seen.push('sync');
print(seen.length);
