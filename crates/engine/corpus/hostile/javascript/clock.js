// Attacks the fixed clock: Date is replaced, its parts are taken apart, its constructor is called oddly.
const real = Date;
function now() {
  const moment = real.now();
  return moment;
}
real.now = () => 1;
Date.prototype.getTime = () => 2;
Date.prototype.toString = () => 'forged';
const made = new real();
print(now(), made.getTime(), String(made));
Date = null;
print(typeof real(), Reflect.construct(real, [0], Object) instanceof Object);
setTimeout(() => print(now(), performance.now() >= 0), 7);
