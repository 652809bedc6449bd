// Runs one program in this Deno process; what it printed is written when the process ends.
const later = globalThis.setTimeout;
const read = (name) => Deno.readTextFileSync(new URL(name, import.meta.url));
(0, eval)(read('./prelude.js') + '\n//# sourceURL=debunk:prelude');
const control = globalThis.__debunk;
globalThis.addEventListener('unload', () => {
  Deno.stdout.writeSync(new TextEncoder().encode('\n' + control.finish() + '\n'));
});
globalThis.addEventListener('error', (event) => { control.failed(event.error); event.preventDefault(); });
globalThis.addEventListener('unhandledrejection', (event) => event.preventDefault());

/** Lets jobs and timers run until there are none. */
export function settle() {
  return control.settle((callback) => later(callback, 0));
}
