// Keeps a Node process ready: makes fresh contexts and modules on request.
const vm = require('vm');
const prelude = new vm.Script(PRELUDE, { filename: 'debunk:prelude' });
let context = null;
let module_ = null;
let linking = null;

// The inspector calls in from the middle of running code, such as the end of the callback that
// told it of the last program's end. A program started there would have that code below it, and
// its jobs would run at another time.
function isInsideOtherCode() {
  return new Error().stack.split('\n    at ').length > 4;
}

global.debunkFresh = function () {
  if (isInsideOtherCode()) return 1;
  module_ = null;
  context = vm.createContext({}, { name: 'debunk' });
  prelude.runInContext(context);
  return 0;
};

global.debunkModule = function (text, url) {
  const Module = vm.SourceTextModule || vm.Module;
  if (!Module) throw new Error('this Node has no modules in contexts');
  module_ = new Module(text, { context, identifier: url, url });
  const refuse = (name) => { throw new Error('a program may not import ' + name); };
  const link = linking = { isDone: false, error: null };
  Promise.resolve(module_.link(refuse)).then(() => {
    // Needed by the first releases only, refused by the later ones.
    try { if (module_.instantiate) module_.instantiate(); } catch (error) { /* already done */ }
    link.isDone = true;
  }, (error) => {
    link.error = error;
    link.isDone = true;
  });
  return 0;
};

// Says 1 until the module can be run from here.
global.debunkLinked = function () {
  if (!linking.isDone || isInsideOtherCode()) return 1;
  if (linking.error) throw linking.error;
  return 0;
};

global.debunkRunModule = function () {
  const control = context.__debunk;
  module_.evaluate().then(() => {}, (error) => control.failed(error));
  return 0;
};

global.debunkSettle = function () {
  return context.__debunk.settle(setImmediate);
};

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
setInterval(() => {}, 1 << 30);
// Only now, so that nobody finds the host half made.
require('inspector').open(0, '127.0.0.1');
