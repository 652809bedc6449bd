const add = a => b => c => d => a + b + c + d;
const compose = (...fns) => x => fns.reduceRight((v, f) => f(v), x);
const flip = f => a => b => f(b)(a);
const sub = a => b => a - b;
print(add(1)(2)(3)(4));
print(compose(x => x + 1, x => x * 2, x => x - 3)(10));
print(sub(10)(4), flip(sub)(10)(4));
print((x => (y => (z => x + y + z)(3))(2))(1));
print((() => () => () => 'deep')()()());
