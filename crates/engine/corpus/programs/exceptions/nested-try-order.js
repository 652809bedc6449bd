"use strict"
function nested(where) {
  const log = [];
  try {
    log.push('a');
    try {
      log.push('b');
      if (where === 'inner') throw 'inner';
      log.push('c');
    } catch (e) {
      log.push('catch:' + e);
      if (where === 'inner') throw 'again';
    } finally {
      log.push('f1');
    }
    if (where === 'outer') throw 'outer';
    log.push('d');
  } catch (e) {
    log.push('catch:' + e);
  } finally {
    log.push('f2');
  }
  return log.join(' ');
}
print(nested('none'));
print(nested('inner'));
print(nested('outer'));
