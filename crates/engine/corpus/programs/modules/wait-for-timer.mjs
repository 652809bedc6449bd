const waited = [];
function sleep(ms) {
  return new Promise(resolve => setTimeout(() => {
    waited.push(ms);
    resolve(ms);
  }, ms));
}
const [a, b] = await Promise.all([sleep(4), sleep(2)]);
print(a + b, waited.join());
