// Runs the program as a module. The gate is evaluated first, when the program is already parsed.
import { keep, settle } from './gate.mjs';
import './program.mjs';
keep(await settle());
