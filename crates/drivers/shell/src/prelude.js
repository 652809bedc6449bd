// Runs in every fresh environment before the program: output, a fixed clock and timers
// without waiting. Native bound functions are used where possible, so that no step enters them;
// the rest is in a script that the debugger skips.
//
// The program may replace whatever it can reach. So every engine function that is used later
// is captured now, every object of ours that is read later inherits nothing, and what the host needs
// is the value of this script: no name leads to it. Strict code, so that neither `caller` nor a call
// site of a stack reveals one of our functions or objects.
(function (global) {
  'use strict';
  const { apply, construct, defineProperty, getOwnPropertyDescriptor, getPrototypeOf } = global.Reflect;
  const { keys, freeze, setPrototypeOf } = global.Object;
  const { isArray } = global.Array;
  const RealDate = global.Date;
  const RealPromise = global.Promise;
  const realSetTimeout = global.setTimeout;
  const quote = global.JSON.stringify;
  const asNumber = global.Number;
  const dateText = RealDate.prototype.toString;
  const symbolText = global.Symbol.prototype.toString;
  const { charCodeAt, slice } = global.String.prototype;
  const { splice } = global.Array.prototype;
  const { exec } = global.RegExp.prototype;
  const { then } = RealPromise.prototype;
  const resolved = RealPromise.resolve;
  const surrogate = /[\ud800-\udfff]/;

  const out = setPrototypeOf([], null);
  const timers = setPrototypeOf([], null);
  let elapsed = 0;
  let lastTimer = 0;

  function define(target, name, value) {
    defineProperty(target, name, { __proto__: null, value, writable: true, configurable: true, enumerable: false });
  }

  // Appends, and does not reveal how much was printed before: the log of a copy uses it, too.
  const write = splice.bind(out, Infinity, 0);
  define(global, 'print', write);
  const console = {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) define(console, name, write);
  define(global, 'console', console);

  const epoch = 1600000000000;
  function FixedDate() {
    if (new.target === undefined) return apply(dateText, new RealDate(epoch + elapsed), []);
    const parts = arguments.length === 0 ? [epoch + elapsed] : arguments;
    return construct(RealDate, parts, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  define(FixedDate, 'name', 'Date');
  define(FixedDate, 'now', function now() { return epoch + elapsed; });
  define(FixedDate, 'parse', RealDate.parse);
  define(FixedDate, 'UTC', RealDate.UTC);
  define(RealDate.prototype, 'constructor', FixedDate);
  define(global, 'Date', FixedDate);
  define(global, 'performance', { now() { return elapsed; } });

  // Garbage collection must not be observable: weak references keep what they refer to, and nothing is
  // ever finalised, as an engine is free to do.
  const RealWeakRef = global.WeakRef;
  if (RealWeakRef !== undefined) {
    const kept = setPrototypeOf([], null);
    const WeakRef = function WeakRef(target) {
      const made = construct(RealWeakRef, [target], new.target);
      kept[kept.length] = target;
      return made;
    };
    define(WeakRef, 'prototype', RealWeakRef.prototype);
    define(RealWeakRef.prototype, 'constructor', WeakRef);
    define(global, 'WeakRef', WeakRef);
  }
  if (global.FinalizationRegistry !== undefined) {
    const nothing = global.Function.prototype;
    define(global.FinalizationRegistry.prototype, 'register', nothing.bind(undefined));
  }

  function addTimer(callback, delay, rest) {
    const wait = asNumber(delay) || 0;
    const due = elapsed + (wait > 0 ? wait : 0);
    lastTimer += 1;
    timers[timers.length] = { __proto__: null, id: lastTimer, due, callback, rest };
    return lastTimer;
  }
  function takeTimer(index) {
    const timer = timers[index];
    for (let at = index + 1; at < timers.length; at += 1) timers[at - 1] = timers[at];
    timers.length -= 1;
    return timer;
  }
  function removeTimer(id) {
    for (let index = 0; index < timers.length; index += 1) {
      if (timers[index].id === id) {
        takeTimer(index);
        return;
      }
    }
  }
  define(global, 'setTimeout', function setTimeout(callback, delay, ...rest) { return addTimer(callback, delay, rest); });
  define(global, 'setImmediate', function setImmediate(callback, ...rest) { return addTimer(callback, 0, rest); });
  define(global, 'clearTimeout', function clearTimeout(id) { removeTimer(id); });
  define(global, 'clearImmediate', function clearImmediate(id) { removeTimer(id); });
  define(global, 'queueMicrotask', function queueMicrotask(callback) {
    apply(then, guarded(apply(resolved, RealPromise, [])), [callback]);
  });

  // A promise that looks up nothing that the program could have replaced.
  function guarded(promise) {
    defineProperty(promise, 'constructor', { __proto__: null, value: undefined });
    defineProperty(promise, 'then', { __proto__: null, value: then });
    return promise;
  }

  // Half a surrogate pair is not text anywhere else. It is written after the
  // replacement character.
  function whole(text) {
    if (apply(exec, surrogate, [text]) === null) return text;
    let made = '';
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const code = apply(charCodeAt, text, [index]);
      if (code < 0xd800 || code > 0xdfff) continue;
      const next = index + 1 < text.length ? apply(charCodeAt, text, [index + 1]) : 0;
      if (code < 0xdc00 && next >= 0xdc00 && next <= 0xdfff) {
        index += 1;
        continue;
      }
      made += apply(slice, text, [from, index]) + '\ufffd{' + hexadecimal(code) + '}';
      from = index + 1;
    }
    return made + apply(slice, text, [from, text.length]);
  }

  function hexadecimal(code) {
    let text = '';
    for (let rest = code; rest > 0; rest = (rest - rest % 16) / 16) text = '0123456789abcdef'[rest % 16] + text;
    return text;
  }

  // Only own data properties are read: no code of the program may run here.
  function show(value, depth) {
    switch (typeof value) {
      case 'string': return depth === 0 ? value : quote(whole(value));
      case 'bigint': return value + 'n';
      case 'number': return value === 0 && 1 / value < 0 ? '-0' : '' + value;
      case 'symbol': return apply(symbolText, value, []);
      case 'function': return 'function';
      case 'object': break;
      default: return '' + value;
    }
    if (value === null) return 'null';
    if (depth > 2) return '...';
    try {
      const list = isArray(value);
      const names = keys(value);
      let parts = '';
      let count = 0;
      for (let index = 0; index < names.length && index < 64; index += 1) {
        const property = getOwnPropertyDescriptor(value, names[index]);
        if (property === undefined || getOwnPropertyDescriptor(property, 'value') === undefined) continue;
        parts += (count === 0 ? '' : ', ') + (list ? '' : names[index] + ': ') + show(property.value, depth + 1);
        count += 1;
      }
      return list ? '[' + parts + ']' : '{' + parts + '}';
    } catch (error) {
      return 'object';
    }
  }

  // The property, its own or inherited.
  function found(object, name) {
    for (let holder = object; holder !== null; holder = getPrototypeOf(holder)) {
      const property = getOwnPropertyDescriptor(holder, name);
      if (property !== undefined) return property;
    }
    return undefined;
  }

  function dataText(object, name) {
    const property = found(object, name);
    if (property === undefined || getOwnPropertyDescriptor(property, 'value') === undefined) return '';
    const { value } = property;
    return typeof value === 'object' && value !== null ? 'object' : show(value, 0);
  }

  // Whatever is thrown shows its name and its message, error or not; without a name, its contents.
  function describe(error) {
    switch (typeof error) {
      case 'string': return quote(whole(error));
      case 'object': break;
      default: return whole(show(error, 0));
    }
    if (error === null) return 'null';
    try {
      const name = dataText(error, 'name');
      const message = dataText(error, 'message');
      if (name === '') return whole(show(error, 0));
      return whole(message === '' ? name : name + ': ' + message);
    } catch (other) {
      return 'object';
    }
  }

  function runTimer() {
    let first = 0;
    for (let index = 1; index < timers.length; index += 1) {
      if (timers[index].due < timers[first].due) first = index;
    }
    const timer = takeTimer(first);
    if (timer.due > elapsed) elapsed = timer.due;
    try {
      apply(timer.callback, undefined, timer.rest);
    } catch (error) {
      failed(error);
    }
  }

  // The first error that nobody caught. It is described at the end, like everything that was printed.
  let hasFailed = false;
  let failure;
  function failed(error) {
    if (hasFailed) return;
    hasFailed = true;
    failure = error;
  }

  function finish() {
    let text = '{"output":[';
    const count = out.length;
    for (let index = 0; index < count; index += 1) {
      text += (index === 0 ? '' : ',') + quote(whole(show(out[index], 0)));
    }
    return text + '],"error":' + (hasFailed ? quote(describe(failure)) : 'null') + '}';
  }

  // Runs the timers and calls back with the answer once nothing is left to run. Each turn of the
  // event loop waits for all jobs and for every pause; some engines need a second one for the jobs.
  function run(later, done) {
    let quietTurns = 0;
    function turn() {
      quietTurns += 1;
      if (quietTurns === 2) {
        if (timers.length === 0) {
          done(finish());
          return;
        }
        quietTurns = 0;
        runTimer();
      }
      later(turn);
    }
    later(turn);
  }

  const turns = (callback) => { apply(realSetTimeout, global, [callback, 0]); };
  return freeze({
    __proto__: null,
    describe,
    failed,
    finish,
    run,
    // Records if a promise of the engine fails, whatever the program has done to promises.
    watch: (promise) => { apply(then, guarded(promise), [undefined, failed]); },
    // The same as `run` with a promise.
    settle: (later) => guarded(new RealPromise((resolve) => { run(later || turns, resolve); })),
    // The same as `run` with the turns of this environment.
    report: (done) => { run(turns, done); },
  });
}).call(this, this)
