"use strict";

function Emitter() {
  this.handlers = {};
}
Emitter.prototype.on = function (type, fn) {
  (this.handlers[type] || (this.handlers[type] = [])).push(fn);
  return this;
};
Emitter.prototype.off = function (type, fn) {
  var list = this.handlers[type] || [];
  var at = list.indexOf(fn);
  if (at >= 0) list.splice(at, 1);
  return at;
};
Emitter.prototype.emit = function (type) {
  var args = [].slice.call(arguments, 1);
  var list = (this.handlers[type] || []).slice();
  for (var i = 0; i < list.length; i++) list[i].apply(this, args);
  return list.length;
};

var bus = new Emitter(), heard = [];
function loud(word) { heard.push(word.toUpperCase()); }
bus.on('say', loud).on('say', function once(word) {
  heard.push(word + '?');
  this.off('say', once);
});
bus.on('never', function () { print('unused handler'); });
print(bus.emit('say', 'hello'), bus.emit('say', 'again'), bus.emit('shout'));
print(heard.join(' '), bus.off('say', function () {}));
