print(1);
const a = await 2;
print(a, await (async () => { await null; return 3 })());
for await (const x of [4, Promise.resolve(5)]) print(x);
setTimeout(() => print('t'));
await null
