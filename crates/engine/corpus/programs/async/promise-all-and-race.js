"use strict";
const later = (value, rounds) => {
  let p = Promise.resolve(value);
  for (let i = 0; i < rounds; i++) p = p.then(v => v);
  return p;
};

async function main() {
  const all = await Promise.all([later(1, 5), later(2, 1), 3]);
  print(all.join());
  const winner = await Promise.race([later('slow', 6), later('quick', 2)]);
  print(winner);
  const bad = await Promise.all([later(1, 1), Promise.reject('nope')]).catch(e => 'caught ' + e);
  print(bad);
}
main();
