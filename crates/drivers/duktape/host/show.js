// Tells what a program printed and the error it did not catch, in the words of every other host of
// JavaScript. Only own data properties are read: no code of the program may run here.
(function (global) {
  var quote = global.JSON.stringify;
  var text = global.String;
  var keys = global.Object.keys;
  var isArray = global.Array.isArray;
  var property = global.Object.getOwnPropertyDescriptor;
  var above = global.Object.getPrototypeOf;

  function show(value, depth) {
    switch (typeof value) {
      case 'string': return depth === 0 ? value : quote(value);
      case 'number': return value === 0 && 1 / value < 0 ? '-0' : text(value);
      case 'function': return 'function';
      case 'object': break;
      default: return text(value);
    }
    if (value === null) return 'null';
    if (depth > 2) return '...';
    try {
      var array = isArray(value);
      var names = keys(value);
      var told = '';
      for (var index = 0, parts = 0; index < names.length && index < 64; index += 1) {
        var found = property(value, names[index]);
        if (!found || !property(found, 'value')) continue;
        told += (parts === 0 ? '' : ', ') + (array ? '' : names[index] + ': ') + show(found.value, depth + 1);
        parts += 1;
      }
      return array ? '[' + told + ']' : '{' + told + '}';
    } catch (error) {
      return 'object';
    }
  }

  function data(object, name) {
    for (var holder = object; holder !== null; holder = above(holder)) {
      var found = property(holder, name);
      if (!found) continue;
      if (!property(found, 'value')) return '';
      return typeof found.value === 'object' && found.value !== null ? 'object' : show(found.value, 0);
    }
    return '';
  }

  function describe(error) {
    if (typeof error === 'string') return quote(error);
    if (typeof error !== 'object') return show(error, 0);
    if (error === null) return 'null';
    try {
      var name = data(error, 'name');
      var message = data(error, 'message');
      if (name === '') return show(error, 0);
      return message === '' ? name : name + ': ' + message;
    } catch (other) {
      return 'object';
    }
  }

  return { show: function (value) { return show(value, 0); }, describe: describe };
})
