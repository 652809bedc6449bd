// Makes Bun's only global environment a bare one, as on every engine, and loads
// a program into it. Contexts of `node:vm` cannot be debugged in Bun, so each process serves
// one program.
const vm = require('node:vm');
const { readFileSync, writeSync } = require('node:fs');
const process = globalThis.process;
const later = globalThis.setImmediate;
const keepAlive = globalThis.setInterval;
const TextEncoder = globalThis.TextEncoder;
const { parse, stringify } = JSON;
const { defineProperty, deleteProperty } = Reflect;
const PROGRAM_URL = 'debunk:program/00000000';

const STANDARD = new Set(`
  AggregateError Array ArrayBuffer AsyncDisposableStack Atomics BigInt BigInt64Array BigUint64Array
  Boolean DataView Date DisposableStack Error EvalError FinalizationRegistry Float16Array
  Float32Array Float64Array Function Infinity Int16Array Int32Array Int8Array Intl Iterator JSON Map
  Math NaN Number Object Promise Proxy RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer
  String SuppressedError Symbol SyntaxError Temporal TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet decodeURI decodeURIComponent encodeURI
  encodeURIComponent escape eval globalThis isFinite isNaN parseFloat parseInt undefined unescape
`.trim().split(/\s+/));

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
for (const name of Reflect.ownKeys(globalThis)) {
  // The prelude takes the real timer with it.
  if (!STANDARD.has(name) && name !== 'setTimeout') Reflect.deleteProperty(globalThis, name);
}

// The seed of the engine's random numbers cannot be set; these are always the same.
let randomState = 20190719;
const { random } = {
  random() {
    randomState = (Math.imul(randomState, 1664525) + 1013904223) >>> 0;
    return randomState / 4294967296;
  },
};
Object.defineProperty(Math, 'random', { value: random });

const control = new vm.Script(PRELUDE, { filename: 'debunk:prelude' }).runInThisContext();
let goal = null;
let program = null;

// Returns the reason why the text cannot be run, or an empty text.
async function load(text, kind) {
  goal = kind;
  try {
    if (goal === 'script') {
      program = new vm.Script(text, { filename: PROGRAM_URL });
    } else {
      program = new vm.SourceTextModule(text, { identifier: PROGRAM_URL });
      await program.link((name) => { throw new Error('a program may not import ' + name); });
    }
    return '';
  } catch (error) {
    const reason = control.describe(error);
    // Bun puts the line and a pointer to the place before the engine's message.
    return reason.startsWith(PROGRAM_URL) ? reason.slice(reason.indexOf('\n\n') + 2) : reason;
  }
}

// Calls from higher on the stack.
function deeper(frames, action) {
  if (frames === 0) action();
  else deeper(frames - 1, action);
}

// Runs the program with this many more of our frames below it, and returns what it did, once there is
// nothing left to run.
function run(frames) {
  // From here on only the program runs, and nothing may be used that it can replace.
  deleteProperty(globalThis, '__debunkHost');
  if (goal === 'script') {
    const options = { __proto__: null, displayErrors: false };
    try { deeper(frames, () => { program.runInThisContext(options); }); } catch (error) { control.failed(error); }
  } else {
    control.watch(program.evaluate());
  }
  return control.settle(later);
}
