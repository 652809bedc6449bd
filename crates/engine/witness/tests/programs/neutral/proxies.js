let log = []; const handler = new Proxy({}, { get(t, name) { log.push(name); return undefined } });
let p = new Proxy({}, handler), q = new Proxy(function f() {}, handler), r = new Proxy([], handler);
let s = p; s = q; s = r; class A extends q {} 
print(log.join());
