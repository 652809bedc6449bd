const order = [];
function note(what) { order.push(what); }

note('start');
Promise.resolve().then(() => note('then-1')).then(() => note('then-2'));
(async () => {
  note('async-begin');
  await null;
  note('async-after-1');
  await null;
  note('async-after-2');
})();
Promise.resolve().then(() => {
  note('other-1');
  Promise.resolve().then(() => note('nested'));
});
note('end');

Promise.resolve()
  .then(() => {})
  .then(() => {})
  .then(() => {})
  .then(() => print(order.join(' ')));
