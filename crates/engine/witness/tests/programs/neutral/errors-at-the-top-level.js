setTimeout(() => print('later'));
Promise.resolve().then(() => print('job'));
function f() { throw new TypeError('out') }
f();
