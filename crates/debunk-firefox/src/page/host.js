// Lives in the one page that stays: makes a fresh frame for each program and runs it there.
//
// A frame is a debugging target of its own, with a thread of its own. The code of this page
// belongs to another target, so that the debugger of the frame sees none of it: it is in no call
// stack and no step enters it.
globalThis.debunkHost = (function () {
  'use strict';
  // What belongs to one frame. A program that was left may still run on for a while, and must not
  // meet what belongs to the next one.
  let current = null;

  function noteErrors(place) {
    place.realm.addEventListener('error', (event) => {
      event.preventDefault();
      if (place.error === null) place.error = place.realm.__debunk.describe(event.error);
      place.told();
    });
    place.realm.addEventListener('unhandledrejection', (event) => event.preventDefault());
  }

  // The engine's random numbers have no seed that could be set.
  function fixRandomNumbers(realm) {
    let state = 20190719;
    const random = function () {
      state = (state * 48271) % 2147483647;
      return state / 2147483647;
    }.bind(undefined);
    Object.defineProperty(random, 'name', { value: 'random' });
    Object.setPrototypeOf(random, realm.Function.prototype);
    Object.defineProperty(realm.Math, 'random', { value: random });
  }

  function insert(realm, source, url, type) {
    const element = realm.document.createElement('script');
    if (type !== '') element.type = type;
    element.async = false;
    element.text = source + '\n//# sourceURL=' + url;
    realm.document.body.append(element);
  }

  // Makes a fresh frame with nothing but the prelude in it. It is not shown: nothing is painted.
  function fresh() {
    leave();
    const frame = document.createElement('iframe');
    frame.style.display = 'none';
    document.body.append(frame);
    const realm = frame.contentWindow;
    current = { frame, realm, text: '', isModule: false, error: null, told() {} };
    noteErrors(current);
    fixRandomNumbers(realm);
    insert(realm, debunkPrelude, 'debunk:prelude', '');
  }

  // Drops the frame. A program that rests in it runs on without a debugger.
  function leave() {
    if (current !== null) current.frame.remove();
    current = null;
  }

  // Compiles the program without running it, and tells the error. One line is added that makes
  // the start fail before the first statement: a script may not declare again what the prelude
  // has declared for good, and a module may not import what has no address. That failure is the
  // error which a correct program gives.
  async function scout(text, goal, url) {
    const place = current;
    place.text = text;
    place.isModule = goal === 'module';
    if (place.isModule) {
      const told = new Promise((resolve) => { place.told = resolve; });
      insert(place.realm, text + "\nimport 'debunk-nowhere'", url, 'module');
      await told;
    } else {
      insert(place.realm, text + '\nlet __debunk', url, '');
    }
    const error = place.error;
    place.error = null;
    return error;
  }

  // Runs the program and tells how it ended, once it has no work left.
  async function start(url) {
    const place = current;
    const { realm, text, isModule } = place;
    if (isModule) {
      // A module runs in a later task, and the next one after it in order.
      await new Promise((resolve) => {
        Object.defineProperty(realm, '__debunkStarted', { value: resolve, configurable: true });
        insert(realm, text, url, 'module');
        insert(realm, '__debunkStarted()', 'debunk:prelude', 'module');
      });
    } else {
      insert(realm, text, url, '');
    }
    const finish = await realm.__debunk.settle();
    return JSON.stringify({ finish: JSON.parse(finish), error: place.error });
  }

  return { fresh, scout, start };
})();
//# sourceURL=debunk:host
