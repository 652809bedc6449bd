// Runs programs one after the other without a debugger: JSON lines in, JSON lines out.
'use strict';
const vm = require('vm');
const later = setImmediate;
const { parse, stringify } = JSON;
const prelude = new vm.Script(PRELUDE, { filename: 'debunk:prelude' });

async function run(request, context, control) {
  const url = 'debunk:program/00000000';
  if (request.goal === 'script') {
    let script;
    try {
      script = new vm.Script(request.text, { filename: url, displayErrors: false });
    } catch (error) {
      return { parse: control.describe(error) };
    }
    try { script.runInContext(context, { displayErrors: false }); } catch (error) { control.failed(error); }
  } else {
    const Module = vm.SourceTextModule || vm.Module;
    if (!Module) return { unsupported: 'this Node has no modules in contexts' };
    let program;
    try {
      program = new Module(request.text, { context, identifier: url, url });
      await program.link((name) => { throw new Error('a program may not import ' + name); });
      try { if (program.instantiate) program.instantiate(); } catch (error) { /* already done */ }
    } catch (error) {
      return { parse: control.describe(error) };
    }
    program.evaluate().then(() => {}, (error) => control.failed(error));
  }
  return { outcome: parse(await new Promise((resolve) => { control.run(later, resolve); })) };
}

let covered = 0;

async function runWithCoverage(request, context, control) {
  // The engine keeps compiled code, and code that was compiled without coverage is covered
  // by whole functions only: a text that it has not seen yet is recompiled.
  covered += 1;
  request.text += '\n//' + covered;
  const inspector = require('inspector');
  const session = new inspector.Session();
  session.connect();
  const post = (method, params) => new Promise((resolve, reject) => {
    session.post(method, params, (error, result) => error ? reject(new Error(error.message)) : resolve(result));
  });
  try {
    await post('Profiler.enable');
    await post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const answer = await run(request, context, control);
    const taken = await post('Profiler.takePreciseCoverage');
    const script = taken.result.filter((entry) => entry.url.startsWith('debunk:program/')).pop();
    answer.functions = script ? script.functions : null;
    return answer;
  } finally {
    session.disconnect();
  }
}

process.on('unhandledRejection', () => {});
process.on('uncaughtException', () => {});
CLOSED
let rest = '';
let queue = Promise.resolve();
process.stdin.on('data', (data) => {
  rest += data;
  for (;;) {
    const end = rest.indexOf('\n');
    if (end < 0) return;
    const request = parse(rest.slice(0, end));
    rest = rest.slice(end + 1);
    queue = queue.then(async () => {
      const context = vm.createContext(Object.create(null), { name: 'debunk' });
      const control = prelude.runInContext(context);
      const answer = await (request.coverage ? runWithCoverage : run)(request, context, control);
      process.stdout.write(stringify(answer) + '\n');
    });
  }
});
