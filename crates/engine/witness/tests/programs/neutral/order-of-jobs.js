const log = [];
async function a() { log.push('a1'); await null; log.push('a2'); await b(); log.push('a3'); return 'a' }
async function b() { log.push('b1'); try { await Promise.reject(1) } catch (e) { log.push('b' + e) } return Promise.resolve('b') }
a().then((v) => log.push(v));
Promise.resolve().then(() => log.push('p1')).then(() => log.push('p2')).then(() => log.push('p3')).then(() => log.push('p4')).then(() => log.push('p5')).then(() => log.push('p6'));
async function* ag() { yield 1; yield Promise.resolve(2); return 3 }
(async () => { for await (const x of ag()) { if (x == 1) continue; log.push('ag' + x) } for await (const y of [Promise.resolve(1), 2]) log.push('y' + y) })();
setTimeout(() => print(log.join(' ')));
