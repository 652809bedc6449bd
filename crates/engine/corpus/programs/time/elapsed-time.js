function measure(work) {
  const begin = Date.now();
  const result = work();
  const took = Date.now() - begin;
  return { result, took };
}
const { result, took } = measure(() => {
  let n = 0;
  for (let i = 0; i < 50; i++) n += i;
  return n;
});
print(result, took >= 0, took < 5000);
const a = new Date(), b = new Date(a.getTime() + 86400000);
print(b - a, typeof +a);
