// Runs in every fresh environment before the program: output, a fixed clock and timers
// without waiting. Native bound functions serve where they can, so that no step enters them;
// the rest is in a script that the debugger is told to skip.
(function (global) {
  const out = [];
  const timers = [];
  let elapsed = 0;
  let lastTimer = 0;

  function define(target, name, value) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }

  const write = out.push.bind(out);
  define(global, 'print', write);
  const console = {};
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) define(console, name, write);
  define(global, 'console', console);

  const RealDate = global.Date;
  const RealPromise = global.Promise;
  const realSetTimeout = global.setTimeout;
  const epoch = 1600000000000;
  function FixedDate() {
    if (new.target === undefined) return new RealDate(epoch + elapsed).toString();
    const parts = arguments.length === 0 ? [epoch + elapsed] : arguments;
    return Reflect.construct(RealDate, parts, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  define(FixedDate, 'name', 'Date');
  define(FixedDate, 'now', function now() { return epoch + elapsed; });
  define(FixedDate, 'parse', RealDate.parse);
  define(FixedDate, 'UTC', RealDate.UTC);
  define(RealDate.prototype, 'constructor', FixedDate);
  define(global, 'Date', FixedDate);
  define(global, 'performance', { now() { return elapsed; } });

  function addTimer(callback, delay, rest) {
    const due = elapsed + Math.max(0, Number(delay) || 0);
    timers.push({ id: ++lastTimer, due, callback, rest });
    return lastTimer;
  }
  function removeTimer(id) {
    const index = timers.findIndex((timer) => timer.id === id);
    if (index >= 0) timers.splice(index, 1);
  }
  define(global, 'setTimeout', function setTimeout(callback, delay, ...rest) { return addTimer(callback, delay, rest); });
  define(global, 'setImmediate', function setImmediate(callback, ...rest) { return addTimer(callback, 0, rest); });
  define(global, 'clearTimeout', removeTimer);
  define(global, 'clearImmediate', removeTimer);
  define(global, 'queueMicrotask', function queueMicrotask(callback) { Promise.resolve().then(callback); });

  // Only own data properties are read: no code of the program may run here.
  function show(value, depth) {
    switch (typeof value) {
      case 'string': return depth === 0 ? value : JSON.stringify(value);
      case 'bigint': return String(value) + 'n';
      case 'number': return Object.is(value, -0) ? '-0' : String(value);
      case 'function': return 'function';
      case 'object': break;
      default: return String(value);
    }
    if (value === null) return 'null';
    if (depth > 2) return '...';
    try {
      const isArray = Array.isArray(value);
      const parts = [];
      for (const key of Object.keys(value).slice(0, 64)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        if (!property || !('value' in property)) continue;
        parts.push((isArray ? '' : key + ': ') + show(property.value, depth + 1));
      }
      return isArray ? '[' + parts.join(', ') + ']' : '{' + parts.join(', ') + '}';
    } catch (error) {
      return 'object';
    }
  }

  // V8 begins a stack with the error's name and message; other engines tell the places only.
  const stackHasHeading = String(new Error('x').stack).indexOf('Error: x') === 0;

  function dataProperty(object, name) {
    for (let holder = object; holder !== null; holder = Object.getPrototypeOf(holder)) {
      const property = Object.getOwnPropertyDescriptor(holder, name);
      if (property) return 'value' in property ? String(property.value) : '';
    }
    return '';
  }

  function heading(error) {
    const name = dataProperty(error, 'name');
    const message = dataProperty(error, 'message');
    return message === '' ? name : name + ': ' + message;
  }

  function describe(error) {
    switch (typeof error) {
      case 'string': return JSON.stringify(error);
      case 'object': break;
      default: return show(error, 0);
    }
    if (error === null) return 'null';
    if (Object.prototype.toString.call(error) !== '[object Error]') return 'object';
    try {
      return stackHasHeading ? String(error.stack).split('\n    at ')[0] : heading(error);
    } catch (other) {
      return 'object';
    }
  }

  function runTimer() {
    timers.sort((left, right) => left.due - right.due || left.id - right.id);
    const timer = timers.shift();
    elapsed = Math.max(elapsed, timer.due);
    try {
      timer.callback.apply(undefined, timer.rest);
    } catch (error) {
      control.failed(error);
    }
  }

  let failure = null;
  const control = {
    describe,
    failed(error) { if (failure === null) failure = describe(error); },
    finish() {
      return JSON.stringify({ output: out.map((value) => show(value, 0)), error: failure });
    },
    // Runs the timers and answers when nothing is left to run. Each turn of the event loop
    // waits for all jobs and for every pause; some engines need a second one for the jobs.
    settle(later) {
      const next = later || ((callback) => realSetTimeout(callback, 0));
      return new RealPromise((resolve) => {
        let quietTurns = 0;
        function turn() {
          quietTurns += 1;
          if (quietTurns === 2) {
            if (timers.length === 0) return resolve(control.finish());
            quietTurns = 0;
            runTimer();
          }
          next(turn);
        }
        next(turn);
      });
    },
  };
  Object.defineProperty(global, '__debunk', { value: Object.freeze(control), enumerable: false });
}).call(this, this)
