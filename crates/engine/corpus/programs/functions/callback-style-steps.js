function step(name, value, done) {
  if (typeof value !== 'number') {
    done(new Error(name + ' wants a number'));
    return;
  }
  done(null, value + name.length);
}
function series(start, names, finish) {
  var i = 0;
  (function next(err, value) {
    if (err) return finish(err);
    if (i >= names.length) return finish(null, value);
    step(names[i++], value, next);
  })(null, start);
}
series(1, ['one', 'three', 'five'], function (err, v) { print(err ? err.message : v); });
series('x', ['one'], function (err, v) { print(err ? err.message : v); });
series(0, [], function (err, v) { print(String(err), v); });
