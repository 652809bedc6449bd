// Runs the program as a classic script.
import { failed, keep, settle } from './gate.mjs';
import { Script } from 'node:vm';
const source = Deno.readTextFileSync(new URL('./program.txt', import.meta.url));
let script;
try {
  script = new Script(source, { filename: 'debunk:program/00000000' });
} catch (error) {
  // Says that nothing has run; a program can throw such errors itself.
  Deno.exitCode = 77;
  failed(error);
}
try {
  if (script) script.runInThisContext({ displayErrors: false });
} catch (error) {
  failed(error);
}
keep(await settle());
