let f = () => {}, g = function () {}, h = class {}; const o = { m() {}, p: () => 1, ['q' + 1]: function () {}, __proto__: null };
let { d = () => {} } = {}; let [e = class {}] = [];
print(f.name, g.name, h.name, o.m.name, o.p.name, o.q1.name, d.name, e.name, Object.getPrototypeOf(o));
