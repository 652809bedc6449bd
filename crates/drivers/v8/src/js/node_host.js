// Keeps a Node process ready: makes fresh contexts and modules on request.
//
// A program is in its own context, but errors of Node itself can lead it to the objects of this
// one. So nothing can be added to the prototypes here, and no text becomes code.
'use strict';
const vm = require('vm');
const later = setImmediate;
const prelude = new vm.Script(PRELUDE, { filename: 'debunk:prelude' });
let context = null;
let control = null;
let module_ = null;
let linking = null;

// The inspector calls in from the middle of running code, such as the end of the callback that
// reported the last program's end. A program started there would have that code below it, and
// its jobs would run at another time.
function isInsideOtherCode() {
  return new Error().stack.split('\n    at ').length > 4;
}

global.debunkFresh = function () {
  if (isInsideOtherCode()) return 1;
  module_ = null;
  context = vm.createContext(Object.create(null), { name: 'debunk' });
  control = prelude.runInContext(context);
  // Captured here, and removed, before the program runs.
  context.__debunk = control;
  return 0;
};

global.debunkModule = function (text, url) {
  const Module = vm.SourceTextModule || vm.Module;
  if (!Module) throw new Error('this Node has no modules in contexts');
  module_ = new Module(text, { context, identifier: url, url });
  const refuse = (name) => { throw new Error('a program may not import ' + name); };
  const link = linking = { isDone: false, error: null };
  Promise.resolve(module_.link(refuse)).then(() => {
    // Needed by the first releases only, rejected by later ones.
    try { if (module_.instantiate) module_.instantiate(); } catch (error) { /* already done */ }
    link.isDone = true;
  }, (error) => {
    link.error = error;
    link.isDone = true;
  });
  return 0;
};

// Returns 1 until the module can be run from here.
global.debunkLinked = function () {
  if (!linking.isDone || isInsideOtherCode()) return 1;
  if (linking.error) throw linking.error;
  return 0;
};

global.debunkRunModule = function () {
  const own = control;
  module_.evaluate().then(() => {}, (error) => own.failed(error));
  return 0;
};

global.debunkSettle = function () {
  const own = control;
  return new Promise((resolve) => { own.run(later, resolve); });
};

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
setInterval(() => {}, 1 << 30);
CLOSED
// Only now, so that nobody finds a half-finished host.
require('inspector').open(0, '127.0.0.1');
