// Attacks waiting: asynchronous iterators and thenables answer twice, late or with other thenables.
const source = {
  [Symbol.asyncIterator]() {
    let given = 0;
    return {
      next() {
        given += 1;
        return { then(done) { done({ value: given, done: given > 2 }); done('twice'); } };
      },
    };
  },
};
async function sum(from) {
  let total = 0;
  for await (const item of from) total += item;
  return total;
}
sum(source).then((total) => print('sum', total));
const never = { then() { print('asked'); } };
Promise.resolve(never);
(async () => { await never; print('never'); })();
print('begun');
