"use strict";
function odd() {
  const bumps = [];
  const seen = [];
  for (let i = 0; i < 6; i++) {
    const bump = () => { i += 1; return i; };
    bumps.push(bump);
    if (i === 2) bump();
    seen.push(i);
  }
  return { bumps, seen };
}
const { bumps, seen } = odd();
print(seen.join(' '));
print(bumps.map(b => b()).join(' '));
print(bumps[0](), bumps[0]());
