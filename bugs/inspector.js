'use strict';
// The bare minimum to drive V8's debugger by hand: start a node, and speak the inspector protocol over a web socket.
// Needs nothing but node. Lines are counted from 1, columns from 0.

const { Inspected, place, valueText } = require('./inspected.js');
const { NotApplicable, reproduce } = require('./reproduction.js');

const ANSWER_MS = 5000;
const REPRODUCTION_MS = 25000;

// The result of an evaluation, or what it threw.
function outcome({ result, exceptionDetails }) {
  return { value: valueText((exceptionDetails && exceptionDetails.exception) || result), thrown: Boolean(exceptionDetails) };
}

class Debuggee extends Inspected {
  // Starts the node at `path` and attaches to it.
  static async start(path) {
    const it = new Debuggee('node', ANSWER_MS);
    it.scripts = new Map();
    const host = "global.vm = require('vm'); setInterval(() => {}, 1e9)";
    const args = ['--inspect=127.0.0.1:0', '--experimental-vm-modules', '--no-warnings', '-e', host];
    await it.connect(path, args, process.env, (printed) => (/^abort: (.*)$/m.exec(printed) || [])[1]);
    await it.send('Runtime.enable');
    await it.send('Debugger.enable');
    return it;
  }

  event(method, params) {
    if (method === 'Debugger.scriptParsed') this.scripts.set(params.url, params.scriptId);
  }

  // Compiles a script (not run yet) in which breakpoints can be set.
  async script_(text) {
    const { scriptId, exceptionDetails } = await this.send('Runtime.compileScript', {
      expression: text,
      sourceURL: 'program.js',
      persistScript: true,
    });
    if (exceptionDetails) throw new NotApplicable(exceptionDetails.exception.description.split('\n')[0]);
    this.script = scriptId;
    this.go = async () => outcome(await this.send('Runtime.runScript', { scriptId, awaitPromise: true }, true));
  }

  // The same for a module.
  async module_(text) {
    const ready = async () => (await this.send('Runtime.evaluate', { expression: 'typeof vm' })).result.value === 'object';
    for (let tries = 0; tries < 100 && !(await ready()); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
    const make = `(async () => {
      global.program = new vm.SourceTextModule(${JSON.stringify(text)}, { identifier: 'file:///program.mjs', url: 'file:///program.mjs' });
      await program.link(() => {});
      try { program.instantiate(); } catch (_) {} // needed by old versions only
    })()`;
    const made = await this.within(this.awaited(make), 'the making of a module');
    if (made.exceptionDetails) throw new NotApplicable(valueText(made.exceptionDetails.exception));
    this.script = this.scripts.get('file:///program.mjs');
    this.go = async () => outcome(await this.awaited('program.evaluate()'));
  }

  awaited(expression) {
    return this.send('Runtime.evaluate', { expression, awaitPromise: true }, true);
  }

  // Sets a breakpoint, answers its id.
  async breakpoint(line, column = 0, condition) {
    const { breakpointId, actualLocation } = await this.send('Debugger.setBreakpoint', {
      location: { scriptId: this.script, lineNumber: line - 1, columnNumber: column },
      condition,
    });
    console.log(`  breakpoint at ${place(actualLocation)}${condition === undefined ? '' : ` if ${condition}`}`);
    return breakpointId;
  }

  async evaluateIn(callFrameId, expression) {
    return outcome(await this.send('Debugger.evaluateOnCallFrame', { callFrameId, expression }));
  }
}

// Starts the node that the user names, or the one that runs this.
const load = (how) => async (text) => {
  const it = await Debuggee.start(process.argv[2] || process.execPath);
  await it[how](text);
  return it;
};

module.exports = {
  reproduce: (body) =>
    reproduce(body, { starters: { script: load('script_'), module: load('module_') }, debuggerName: 'node', ms: REPRODUCTION_MS }),
};
