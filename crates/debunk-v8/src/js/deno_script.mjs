// Runs the program as a classic script.
import { failed, settle } from './gate.mjs';
import { Script } from 'node:vm';
const source = Deno.readTextFileSync(new URL('./program.txt', import.meta.url));
try {
  new Script(source, { filename: 'debunk:program/00000000' }).runInThisContext();
} catch (error) {
  failed(error);
}
await settle();
