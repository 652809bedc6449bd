function zero() {}
function two(a, b) {}
function withDefault(a, b = 1, c) {}
function withRest(a, ...rest) {}
function withPattern({ a }, [b]) {}
const anonymous = (() => function () {})();
const named = () => {};
const obj = { method() {}, get prop() { return 1; }, ['comp' + 1]: () => {}, [Symbol('s')]: function () {} };

print([zero, two, withDefault, withRest, withPattern].map(f => f.length).join());
print(named.name, '[' + anonymous.name + ']', obj.method.name, obj.comp1.name);
print(Object.getOwnPropertyDescriptor(obj, 'prop').get.name);
print(obj[Object.getOwnPropertySymbols(obj)[0]].name);
print(two.bind(null, 1).name, two.bind(null, 1).length, new Function('a', '').name);
let late; late = class {}; print(late.name);
