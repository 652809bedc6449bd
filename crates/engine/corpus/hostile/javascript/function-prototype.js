// Attacks every call that the host makes: call, apply and bind do something else.
Function.prototype.call = function () { return 'forged call'; };
Function.prototype.apply = function () { return 'forged apply'; };
Function.prototype.bind = function () { return () => 'forged bind'; };
Function.prototype[Symbol.hasInstance] = undefined;
function tick(name) {
  const line = 'tick ' + name;
  print(line);
}
const callback = () => tick('a');
callback.apply = () => { print('forged'); };
callback.call = () => { print('forged'); };
setTimeout(callback, 3);
setTimeout(tick, 2, 'b');
tick('now');
