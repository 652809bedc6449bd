// Runs one program in this Deno process; what it printed is written when the process ends, after a
// secret that arrived before the program was loaded. Everything that is used then is captured now.
const later = globalThis.setTimeout;
const read = (name) => Deno.readTextFileSync(new URL(name, import.meta.url));
const { apply, getOwnPropertyDescriptor } = Reflect;
const bytes = new Uint8Array(64);
const secret = new TextDecoder().decode(bytes.subarray(0, Deno.stdin.readSync(bytes) || 0));
const control = (0, eval)(read('./prelude.js') + '\n//# sourceURL=debunk:prelude');
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const write = Deno.stdout.writeSync.bind(Deno.stdout);
const preventDefault = Event.prototype.preventDefault;
const thrown = getOwnPropertyDescriptor(ErrorEvent.prototype, 'error').get;
// What was printed is described once: that may run code of the program, which may print.
let words = null;
globalThis.addEventListener('unload', () => {
  let rest = encode('\n' + secret + (words === null ? control.finish() : words) + '\n');
  while (rest.length > 0) rest = rest.subarray(write(rest));
});
globalThis.addEventListener('error', (event) => {
  control.failed(apply(thrown, event, []));
  apply(preventDefault, event, []);
});
globalThis.addEventListener('unhandledrejection', (event) => apply(preventDefault, event, []));

/** Records an error of the program's top level. */
export const { failed } = control;

/** Keeps what the program did, for the end of the process. */
export function keep(text) {
  words = text;
}

/** Lets jobs and timers run until there are none, and returns what the program did. */
export function settle() {
  return control.settle((callback) => later(callback, 0));
}
