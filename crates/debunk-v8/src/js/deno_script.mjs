// Runs the program as a classic script.
import { settle } from './gate.mjs';
const source = Deno.readTextFileSync(new URL('./program.txt', import.meta.url));
try {
  (0, eval)(source + '\n//# sourceURL=debunk:program/00000000');
} catch (error) {
  globalThis.__debunk.failed(error);
}
await settle();
