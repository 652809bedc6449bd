const log = [];
async function* g() { try { yield 1; return Promise.resolve(2) } finally { log.push('f') } }
const i = g(); i.next().then((r) => log.push(r.value)); i.next().then((r) => log.push(r.value)); i.next().then((r) => log.push(r.done)); i.return(5).then((r) => log.push(r.value));
Promise.resolve().then(() => log.push(1)).then(() => log.push(2)).then(() => log.push(3)).then(() => log.push(4)).then(() => log.push(5)).then(() => log.push(6));
setTimeout(() => print(log.join()));
