let n = 0; const o = { get a() { n++; return n }, set a(v) { print('set', v) }, [Symbol.toStringTag]: 'T', toString() { n += 10; return 'o' } };
let p = o; p.a = 1; print(n);
class G { get [Symbol.toStringTag]() { n += 100; return 'G' } static get name() { n += 1000; return 'x' } get ['constructor']() { n += 10000; return G } }
let g = new G(); let h = [g, G]; print(n);
