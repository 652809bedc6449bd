// Precedes the copy of a program and writes its log. It is inserted as one line, so each
// statement ends with a semicolon and no comment follows code. Nothing in here may run code
// of the program: all engine functions are captured before the program runs, no object of the
// program is read except by its own data properties, and no object of ours inherits anything.
const NAME = (() => {
  // Through a function's constructor, because the program may declare any name.
  const global = (() => {}).constructor('return this')();
  const { Object, Function, WeakMap, Array, String, Symbol, Error, ReferenceError, Map, Set, Date, RegExp, ArrayBuffer, DataView, Reflect } = global;
  const write = global.print;
  const quote = global.JSON.stringify;
  const free = Function.prototype.bind.bind(Function.prototype.call);
  const propertyOf = Object.getOwnPropertyDescriptor;
  const has = free(Object.prototype.hasOwnProperty);
  const getter = (object, name) => free(propertyOf(object, name).get);
  const isArray = Array.isArray;
  const sourceOf = free(Function.prototype.toString);
  const knownFunctions = new WeakMap();
  const getKnown = free(WeakMap.prototype.get);
  const setKnown = free(WeakMap.prototype.set);
  // The proxies that the program made. Nothing is asked of them, nor of what inherits from them.
  const proxies = new WeakMap();
  const fields = ['get', 'set', 'value', 'writable', 'enumerable', 'configurable'];
  const above = Object.getPrototypeOf;
  const prototypeOf = (object) => {
    const found = above(object);
    if (found !== null && getKnown(proxies, found)) throw proxies;
    return found;
  };
  const slice = free(String.prototype.slice);
  const find = free(String.prototype.indexOf);
  const trim = free(String.prototype.trim);
  const symbolText = free(Symbol.prototype.toString);
  const tagName = Symbol.toStringTag;
  const dateText = free(Date.prototype.toString);
  const mapSize = getter(Map.prototype, 'size');
  const setSize = getter(Set.prototype, 'size');
  const regexSource = getter(RegExp.prototype, 'source');
  const typed = prototypeOf(global.Int8Array.prototype);
  const typedName = getter(typed, tagName);
  const typedLength = getter(typed, 'length');
  const flags = { __proto__: null };
  for (const [letter, name] of [['d', 'hasIndices'], ['g', 'global'], ['i', 'ignoreCase'], ['m', 'multiline'], ['s', 'dotAll'], ['u', 'unicode'], ['v', 'unicodeSets'], ['y', 'sticky']]) {
    if (has(RegExp.prototype, name)) flags[letter] = getter(RegExp.prototype, name);
  }

  // The activations that are running now, innermost last.
  const running = { __proto__: null, 0: 0 };
  const places = { __proto__: null, 0: 0 };
  const parents = { __proto__: null };
  const delegating = { __proto__: null };
  // Functions that wait for the next value of a loop, and the generators that they get it from.
  const isWaiting = { __proto__: null };
  const consumers = { __proto__: null };
  let justWaiting = -1;
  // Functions whose parameters are set but whose bodies have not begun.
  const codes = { __proto__: null };
  const isGiven = { __proto__: null };
  let height = 1;
  let last = 0;

  const texts = { __proto__: null };
  let textCount = 0;
  let entries = 0;
  let written = 0;
  // The same for what values held, which has its own limit, so that no log is cut because of it.
  let heldLength = 0;
  let isHolding = false;
  // How often each statement was logged, and whether this time with what values hold.
  const runs = { __proto__: null };
  let isDetailed = false;
  // Nothing more is logged.
  let isFull = false;

  // The first job after the top level, however that ended. It does nothing observable.
  global.Promise.resolve().then(() => { height = 0; });

  function put(line) {
    if (isHolding) heldLength += line.length + 3;
    else written += line.length + 3;
    write('MARK' + line);
  }

  // The value of a property that is plain data, its own or inherited.
  function data(object, key) {
    for (let at = object; at !== null; at = prototypeOf(at)) {
      const found = propertyOf(at, key);
      if (found !== undefined) return has(found, 'value') ? found.value : undefined;
    }
    return undefined;
  }

  function className(object) {
    const above = prototypeOf(object);
    if (above === null) return 'Object';
    if (has(object, 'constructor')) return '?';
    const maker = data(above, 'constructor');
    if (typeof maker === 'function') {
      const name = propertyOf(maker, 'name');
      if (name === undefined || !has(name, 'value') || typeof name.value !== 'string') return '?';
      if (name.value !== '' && name.value !== 'Object') return name.value;
    }
    const tag = data(object, tagName);
    if (typeof tag !== 'string' || tag === '') return 'Object';
    // Generators are reported by the names of their functions, or not.
    return tag === 'Generator' || tag === 'AsyncGenerator' ? '?' : tag;
  }

  function sized(object, size) {
    const name = className(object);
    return name === '?' ? name : name + '(' + size + ')';
  }

  function errorText(error) {
    const name = data(error, 'name');
    const message = data(error, 'message');
    // An error that has its own name may have had another one when it was made.
    if (typeof name !== 'string' || typeof message !== 'string' || name !== className(error)) return '?';
    return message === '' ? name : name + ': ' + message;
  }

  function regexText(regex) {
    let shown = '/' + regexSource(regex) + '/';
    for (const letter in flags) if (flags[letter](regex)) shown += letter;
    return shown;
  }

  function objectText(object) {
    if (isArray(object)) return sized(object, propertyOf(object, 'length').value);
    if (typedName(object) !== undefined) return sized(object, typedLength(object));
    for (let at = prototypeOf(object); at !== null; at = prototypeOf(at)) {
      switch (at) {
        case Error.prototype: return has(object, 'stack') ? errorText(object) : '?';
        case Map.prototype: return sized(object, mapSize(object));
        case Set.prototype: return sized(object, setSize(object));
        case Date.prototype: return dateText(object);
        case RegExp.prototype: return regexText(object);
        // Not every debugger reports their sizes.
        case ArrayBuffer.prototype:
        case DataView.prototype: return '?';
      }
    }
    return className(object);
  }

  function heading(text) {
    let end = 0;
    while (end < text.length && text[end] !== '(' && text[end] !== '{' && text[end] !== '\n') end += 1;
    return end < text.length ? trim(slice(text, 0, end)) : '';
  }

  function starts(head, word) {
    return head === word || find(head, word + ' ') === 0;
  }

  function functionText(text) {
    const head = heading(text);
    if (!starts(head, 'function') && !starts(head, 'class') && !starts(head, 'async function')) return 'function';
    const parent = find(head, ' extends ');
    return parent < 0 ? head : slice(head, 0, parent);
  }

  function toldFunction(value) {
    let told = getKnown(knownFunctions, value);
    if (told === undefined) {
      const source = sourceOf(value);
      // A proxy of a function looks like a function of the engine.
      told = HAS_PROXIES && find(source, '[native code]') >= 0 ? '?' : functionText(source);
      setKnown(knownFunctions, value, told);
    }
    return told;
  }

  function show(value) {
    switch (typeof value) {
      case 'string': return value.length > LONGEST ? '?' : quote(value);
      case 'number': return value === 0 && 1 / value < 0 ? '-0' : '' + value;
      case 'bigint': return value + 'n';
      case 'symbol': return symbolText(value);
      case 'function':
      case 'object': break;
      default: return '' + value;
    }
    if (value === null) return 'null';
    if (getKnown(proxies, value)) return '?';
    try {
      if (typeof value === 'function') return toldFunction(value);
      return HAS_PROXIES ? '?' : objectText(value);
    } catch (error) {
      return '?';
    }
  }

  function number(text) {
    let found = texts[text];
    if (found === undefined) {
      // First of all: the stack may overflow here, and a number must not be used without its value.
      put('v' + text);
      found = texts[text] = textCount;
      textCount += 1;
    }
    return found;
  }

  // The number of a value with what it holds.
  let numberOf;
  HOLDING

  function guarded(read) {
    let value;
    try { value = read(); } catch (error) {
      return number(above(error) === ReferenceError.prototype ? 'uninitialised' : '?');
    }
    return numberOf(value);
  }

  // A property of the global object, whose getter is not run.
  function ofGlobal(name) {
    // Node dies of descriptors that inherit something.
    for (let index = 0; index < fields.length; index += 1) if (has(Object.prototype, fields[index])) return number('?');
    const found = propertyOf(global, name);
    return found === undefined || !has(found, 'value') ? number('?') : numberOf(found.value);
  }

  function isRunning(activation) {
    const place = places[activation];
    return place < height && running[place] === activation;
  }

  function add(activation) {
    places[activation] = height;
    running[height] = activation;
    height += 1;
  }

  function push(activation) {
    const parent = parents[activation];
    if (delegating[parent] && !isRunning(parent)) push(parent);
    // The source of a waiting function's next value runs on top of it.
    if (justWaiting >= 0 && consumers[activation] === justWaiting) add(justWaiting);
    add(activation);
  }

  function back(activation, value) {
    if (isRunning(activation)) height = places[activation] + 1;
    else push(activation);
    delegating[activation] = false;
    isWaiting[activation] = false;
    justWaiting = -1;
    return value;
  }

  function begin(code) {
    last += 1;
    parents[last] = height > 0 ? running[height - 1] : -1;
    codes[last] = code;
    if (!isFull) put('a' + code + ',' + parents[last]);
    add(last);
    return last;
  }

  function leave(activation, value) {
    if (isRunning(activation)) {
      height = places[activation];
      if (height > 0 && isWaiting[running[height - 1]]) height -= 1;
    }
    return value;
  }

  // The value with which a function is left by `return` is known; later blocks may still run.
  function returned(activation, value) {
    if (!log.full) {
      const shown = number(show(value));
      put('r' + activation + ',' + shown);
    }
    return value;
  }

  const log = {
    __proto__: null,
    get full() { return isFull; },
    // The body of a function begins.
    enter(code, isAsyncGenerator) {
      if (isFull) return 0;
      const top = height > 0 ? running[height - 1] : -1;
      if (isGiven[top] && codes[top] === code) {
        isGiven[top] = false;
        return top;
      }
      const asking = justWaiting;
      justWaiting = -1;
      if (!isAsyncGenerator || asking < 0) return begin(code);
      add(asking);
      consumers[last + 1] = asking;
      return begin(code);
    },
    // A parameter of a function gets its value.
    give(code) {
      const top = height > 0 ? running[height - 1] : -1;
      if (!isGiven[top] || codes[top] !== code) return begin(code);
      isGiven[top] = false;
      return top;
    },
    given(activation, value) {
      back(activation);
      isGiven[activation] = true;
      return value;
    },
    // A function ends or is suspended.
    leave,
    returned,
    // Both, if nothing else shows that the function ends.
    exit(activation, value) {
      returned(activation, value);
      return leave(activation, value);
    },
    // A function asks for the next value of a loop, and is suspended then.
    wait(activation, value) {
      leave(activation);
      isWaiting[activation] = true;
      justWaiting = activation;
      return value;
    },
    // A suspended function resumes.
    back,
    // What has this prototype may have private fields, each read by a function.
    fields(prototype, readers) {
      setKnown(privateFields, prototype, readers);
    },
    // The program has made a proxy.
    proxy(value) {
      setKnown(proxies, value, true);
      return value;
    },
    // A generator hands over to another one.
    delegate(activation, value) {
      delegating[activation] = true;
      return value;
    },
    // A statement is about to run; a function reads its variables: it returns those that
    // have values, functions for those that may have none, and names of global ones.
    at(statement, activation, read) {
      back(activation);
      if (isFull) return activation;
      entries += 1;
      if (entries > ENTRY_LIMIT || written > TEXT_LIMIT) {
        isFull = true;
        put('t');
        return activation;
      }
      const run = (runs[statement] || 0) + 1;
      runs[statement] = run;
      isDetailed = run <= DETAILED_RUNS || run % DETAILED_STRIDE === 0;
      let line = 'e' + statement + ',' + activation + ',' + height;
      if (read !== undefined) {
        const values = read();
        const plain = values[0];
        const unsure = values[1];
        for (let index = 0; index < plain.length; index += 1) line += ',' + numberOf(plain[index]);
        for (let index = 0; index < unsure.length; index += 1) line += ',' + guarded(unsure[index]);
        const globals = values[2];
        for (let index = 0; index < globals.length; index += 1) line += ',' + ofGlobal(globals[index]);
      }
      put(line);
      return activation;
    },
  };
  HIDING
  { DISGUISE }
  return Object.freeze(log);
})();
