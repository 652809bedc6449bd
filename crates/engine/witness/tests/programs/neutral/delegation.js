class L { *[Symbol.iterator]() { yield* [1, 2]; yield* inner() } } function* inner() { yield 3; return 4 }
for (const x of new L()) print(x);
print([...new L()].length);
