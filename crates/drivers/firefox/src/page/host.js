// Lives in the permanent page: makes a fresh frame for each program and runs it there.
//
// A frame is a separate debugging target, with its own thread. The code of this page
// belongs to another target, so the debugger of the frame sees none of it: it is in no call
// stack and no step enters it.
//
// A program can reach this page through `top`. So everything that is used later is captured before
// the first program runs.
(function () {
  'use strict';
  const { apply, defineProperty } = Reflect;
  const Promise = globalThis.Promise;
  const { document } = globalThis;
  const { createElement } = Document.prototype;
  const { append, remove } = Element.prototype;
  const { addEventListener } = EventTarget.prototype;
  const { preventDefault } = Event.prototype;
  const taken = (object, name, part) => Object.getOwnPropertyDescriptor(object, name)[part];
  const body = taken(Document.prototype, 'body', 'get');
  const contentWindow = taken(HTMLIFrameElement.prototype, 'contentWindow', 'get');
  const thrown = taken(ErrorEvent.prototype, 'error', 'get');
  const setText = taken(HTMLScriptElement.prototype, 'text', 'set');
  const setType = taken(HTMLScriptElement.prototype, 'type', 'set');
  const setAsync = taken(HTMLScriptElement.prototype, 'async', 'set');
  const setAttribute = Element.prototype.setAttribute;
  const freeze = Object.freeze;
  const prelude = debunkPrelude;
  const page = apply(body, document, []);

  // What belongs to one frame. An abandoned program may still run for a while, and must not
  // see what belongs to the next one.
  let current = null;

  function listen(target, name, listener) {
    apply(addEventListener, target, [name, listener]);
  }

  function noteErrors(place) {
    listen(place.realm, 'error', (event) => {
      apply(preventDefault, event, []);
      const error = apply(thrown, event, []);
      if (place.scouting === null) place.control.failed(error);
      else place.scouting(place.control.describe(error));
    });
    listen(place.realm, 'unhandledrejection', (event) => { apply(preventDefault, event, []); });
  }

  // The seed of the engine's random numbers cannot be set.
  function fixRandomNumbers(realm) {
    realm.eval(`(function () {
      'use strict';
      let state = 20190719;
      const { random } = { random() {
        state = (state * 48271) % 2147483647;
        return state / 2147483647;
      } };
      Object.defineProperty(Math, 'random', { value: random.bind(undefined) });
      Object.defineProperty(Math.random, 'name', { value: 'random' });
    })()
    //# sourceURL=debunk:prelude`);
  }

  function insert(place, source, url, type) {
    const element = apply(createElement, place.document, ['script']);
    if (type !== '') apply(setType, element, [type]);
    apply(setAsync, element, [false]);
    apply(setText, element, [source + '\n//# sourceURL=' + url]);
    apply(append, place.body, [element]);
  }

  // Makes a fresh frame with nothing but the prelude in it. It is not shown: nothing is painted.
  function fresh() {
    leave();
    const frame = apply(createElement, document, ['iframe']);
    apply(setAttribute, frame, ['style', 'display: none']);
    apply(append, page, [frame]);
    const realm = apply(contentWindow, frame, []);
    fixRandomNumbers(realm);
    const control = realm.eval(prelude + '\n//# sourceURL=debunk:prelude');
    // By this name a scouted script fails.
    defineProperty(realm, '__debunk', { __proto__: null, value: undefined });
    const own = realm.document;
    current = {
      __proto__: null, frame, realm, control, document: own, body: own.body, text: '', isModule: false, scouting: null,
    };
    noteErrors(current);
  }

  // Drops the frame. A program that is paused in it continues without a debugger.
  function leave() {
    if (current !== null) apply(remove, current.frame, []);
    current = null;
  }

  // Compiles the program without running it, and reports the error. One added line makes
  // the start fail before the first statement: a script may not redeclare what the prelude
  // declared permanently, and a module may not import what has no address. That failure is the
  // error of a correct program.
  function scout(text, goal, url) {
    const place = current;
    place.text = text;
    place.isModule = goal === 'module';
    return new Promise((resolve) => {
      place.scouting = (error) => {
        place.scouting = null;
        resolve(error);
      };
      if (place.isModule) {
        insert(place, text + "\nimport 'debunk-nowhere'", url, 'module');
      } else {
        insert(place, text + '\nlet __debunk', url, '');
        resolve(null);
      }
    });
  }

  // Calls from higher on the stack.
  function deeper(frames, action) {
    if (frames === 0) action();
    else deeper(frames - 1, action);
  }

  // Runs the program with this many more of our frames below it, and reports how it ended, once it has
  // no work left.
  function start(url, frames) {
    const place = current;
    const { text, isModule } = place;
    return new Promise((resolve) => {
      const end = () => { place.control.report((finish) => { resolve('{"finish":' + finish + ',"error":null}'); }); };
      if (isModule) {
        // A module runs in a later task, and the next one after it in order.
        defineProperty(place.realm, '__debunkStarted', { __proto__: null, value: end, configurable: true });
        insert(place, text, url, 'module');
        insert(place, '__debunkStarted()', 'debunk:prelude', 'module');
      } else {
        deeper(frames, () => { insert(place, text, url, ''); });
        deeper(frames, end);
      }
    });
  }

  defineProperty(globalThis, 'debunkHost', { __proto__: null, value: freeze({ __proto__: null, fresh, scout, start }) });
})();
//# sourceURL=debunk:host
