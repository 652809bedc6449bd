'use strict';
// The bare minimum to drive JavaScriptCore's debugger by hand: start a Bun, and speak WebKit's inspector protocol over a
// web socket. Needs nothing but node and a Bun. Lines are counted from 1, columns from 0.

const { Inspected, place, valueText } = require('../inspected.js');
const { NotApplicable, Refused, reproduce } = require('../reproduction.js');

const ANSWER_MS = 8000;
const REPRODUCTION_MS = 40000;
const URL_OF_PROGRAM = 'file:///program.js';
const HOST_CODE = '\n//# sourceURL=file:///host.js'; // ends what is not the program

const ENVIRONMENT = { NO_COLOR: '1', DO_NOT_TRACK: '1', BUN_ENABLE_CRASH_REPORTING: '0', BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' };

// Why Bun died, by what it printed.
function reason(printed) {
  const found = /^.*(panic|Segmentation fault|ASSERTION FAILED).*?(?= at address|$)/m.exec(printed);
  return found && found[0].trim();
}

class Debuggee extends Inspected {
  // Starts the Bun at `path` and attaches to it.
  static async start(path) {
    const it = new Debuggee('bun', ANSWER_MS);
    const host = "globalThis.vm = require('node:vm'); setInterval(() => {}, 1e9)";
    const args = ['--no-install', '--inspect=127.0.0.1:0/bug', '-e', host];
    await it.connect(path, args, { ...process.env, ...ENVIRONMENT }, reason);
    await it.send('Inspector.enable');
    await it.send('Runtime.enable');
    await it.send('Debugger.enable');
    await it.send('Debugger.setBreakpointsActive', { active: true });
    await it.send('Debugger.setPauseOnDebuggerStatements', { enabled: true });
    await it.send('Inspector.initialized');
    const ready = async () => valueText((await it.ask('typeof globalThis.vm')).result) === '"object"';
    for (let tries = 0; tries < 200 && !(await ready()); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
    return it;
  }

  event(method, params) {
    if (method === 'Debugger.scriptParsed') {
      const { scriptId, url, sourceURL, scriptType, module } = params;
      const isModule = scriptType === 'module' || module;
      if (url === URL_OF_PROGRAM || (this.wantsModule && isModule && !sourceURL)) this.script = this.script || scriptId;
    } else if (method === 'Debugger.breakpointResolved') {
      console.log(`  a breakpoint stands at ${place(params.location)}`);
    }
  }

  // Evaluates code that is not the program's.
  ask(expression, patient = false) {
    return this.send('Runtime.evaluate', { expression: expression + HOST_CODE }, patient);
  }

  async awaited(expression) {
    const { result } = await this.ask(expression, true);
    return this.send('Runtime.awaitPromise', { promiseObjectId: result.objectId, returnByValue: true }, true);
  }

  // A script, as node:vm runs it: the text reaches the engine as it is.
  async script_(text) {
    const { result, wasThrown } = await this.ask(
      `globalThis.program = new vm.Script(${JSON.stringify(text)}, { filename: '${URL_OF_PROGRAM}' }); ''`
    );
    if (wasThrown) throw new NotApplicable(valueText(result));
    this.entry = 'program.runInThisContext()';
  }

  // The same for a module.
  async module_(text) {
    this.wantsModule = true;
    const made = await this.within(
      this.awaited(`(async () => {
        globalThis.program = new vm.SourceTextModule(${JSON.stringify(text)}, { identifier: '${URL_OF_PROGRAM}' });
        await program.link(() => {});
      })()`),
      'the making of a module'
    );
    if (made.wasThrown) throw new NotApplicable(valueText(made.result));
    this.entry = 'program.evaluate()';
  }

  async go() {
    const { result, wasThrown } = await this.ask(this.entry, true);
    await this.awaited('new Promise((resolve) => setTimeout(resolve, 50))');
    return { value: valueText(result), thrown: wasThrown };
  }

  // Sets a breakpoint, answers its id. Before the run it is requested by address, and Bun reports where it stands once
  // the script exists.
  async breakpoint(line, column = 0) {
    const at = { lineNumber: line - 1, columnNumber: column };
    console.log(`  breakpoint asked for at ${place(at)}`);
    if (!this.script) {
      return (await this.send('Debugger.setBreakpointByUrl', { url: URL_OF_PROGRAM, ...at })).breakpointId;
    }
    try {
      const { breakpointId, actualLocation } = await this.send('Debugger.setBreakpoint', {
        location: { scriptId: this.script, ...at },
      });
      console.log(`  a breakpoint stands at ${place(actualLocation)}`);
      return breakpointId;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.log(`  refused: ${error.message}`);
      return undefined;
    }
  }

  async evaluateIn(callFrameId, expression) {
    const { result, wasThrown } = await this.send('Debugger.evaluateOnCallFrame', {
      callFrameId,
      expression,
      doNotPauseOnExceptionsAndMuteConsole: true,
    });
    return { value: valueText(result), thrown: wasThrown };
  }
}

// Starts the Bun that the user names.
const load = (how) => async (text) => {
  const it = await Debuggee.start(process.argv[2] || process.env.BUN || 'bun');
  await it[how](text);
  return it;
};

module.exports = {
  reproduce: (body) =>
    reproduce(body, { starters: { script: load('script_'), module: load('module_') }, debuggerName: 'Bun', ms: REPRODUCTION_MS }),
};
