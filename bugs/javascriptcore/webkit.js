'use strict';
// The bare minimum to drive JavaScriptCore's debugger by hand: start a Bun,
// speak WebKit's inspector protocol over a web socket, do one action, wait for
// the next stop. Needs nothing but node and a Bun. Lines are counted from 1,
// columns from 0.

const { spawn } = require('child_process');
const crypto = require('crypto');
const net = require('net');

const WAIT = 8000; // milliseconds to wait for an answer or a stop
const WHOLE = 40000; // milliseconds a whole reproduction may take
const URL_OF_PROGRAM = 'file:///program.js';
const OURS = '\n//# sourceURL=file:///host.js'; // ends what is not the program

class Trouble extends Error {}
class Refused extends Error {}
class NotApplicable extends Trouble {}

const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(2));

function within(promise, what) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Trouble(`no answer to ${what} within ${WAIT} ms`)), WAIT);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// A web socket client: text frames only, the sort an inspector sends.
function connect(url, onText) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let data = Buffer.alloc(0);
    let open = false;
    let text = [];
    socket.on('error', reject);
    socket.on('close', () => reject(new Trouble('the web socket was closed')));
    socket.on('connect', () => {
      const key = crypto.randomBytes(16).toString('base64');
      socket.write(
        `GET ${pathname} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nUpgrade: websocket\r\n` +
          `Connection: Upgrade\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`
      );
    });
    socket.on('data', (chunk) => {
      data = Buffer.concat([data, chunk]);
      if (!open) {
        const end = data.indexOf('\r\n\r\n');
        if (end < 0) return;
        if (!data.toString('latin1', 0, end).startsWith('HTTP/1.1 101')) {
          reject(new Trouble('no web socket'));
          return;
        }
        open = true;
        data = data.slice(end + 4);
        resolve({
          send(message) {
            const body = Buffer.from(message);
            const long = body.length > 125;
            const head = Buffer.alloc(long ? 8 : 6); // with a mask of zeros
            head[0] = 0x81;
            head[1] = 0x80 | (long ? 126 : body.length);
            if (long) head.writeUInt16BE(body.length, 2);
            socket.write(Buffer.concat([head, body]));
          },
        });
      }
      for (;;) {
        if (data.length < 2) return;
        let size = data[1] & 0x7f;
        let from = 2;
        if (size === 126) {
          if (data.length < 4) return;
          size = data.readUInt16BE(2);
          from = 4;
        } else if (size === 127) {
          if (data.length < 10) return;
          size = Number(data.readBigUInt64BE(2));
          from = 10;
        }
        if (data.length < from + size) return;
        const kind = data[0] & 0x0f;
        if (kind <= 1) text.push(data.slice(from, from + size));
        if (kind <= 1 && data[0] & 0x80) {
          onText(Buffer.concat(text).toString());
          text = [];
        }
        data = data.slice(from + size);
      }
    });
  });
}

function valueText(value) {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (value.type === 'undefined') return 'undefined';
  if (value.type === 'object' && value.value === null) return 'null';
  if (value.description !== undefined) return value.description.split('\n')[0];
  return JSON.stringify(value.value);
}

const place = ({ lineNumber, columnNumber }) => `${lineNumber + 1}:${columnNumber}`;

class Debuggee {
  // Starts the Bun at `path` and attaches to it.
  static async start(path) {
    const it = new Debuggee();
    const host = "globalThis.vm = require('node:vm'); setInterval(() => {}, 1e9)";
    it.child = spawn(path, ['--no-install', '--inspect=127.0.0.1:0/bug', '-e', host], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', DO_NOT_TRACK: '1', BUN_ENABLE_CRASH_REPORTING: '0', BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0' },
    });
    children.add(it.child);
    it.stops = [];
    it.waiting = [];
    it.asked = new Map();
    it.count = 0;
    const url = await within(
      new Promise((resolve, reject) => {
        let said = '';
        it.child.on('error', (error) => reject(new Trouble(`cannot start ${path}: ${error.message}`)));
        it.child.on('close', (code, signal) => {
          children.delete(it.child);
          const why = /^.*(panic|Segmentation fault|ASSERTION FAILED).*?(?= at address|$)/m.exec(said);
          const text = `bun ended: ${signal || 'code ' + code}${why ? ` (${why[0].trim()})` : ''}`;
          reject(new Trouble(text));
          it.stop({ crashed: true, text });
        });
        for (const stream of [it.child.stdout, it.child.stderr]) {
          stream.on('data', (chunk) => {
            said += chunk;
            const found = /ws:\/\/\S+(?=\s)/.exec(said);
            if (found) resolve(found[0]);
          });
        }
      }),
      'the start of bun'
    );
    it.socket = await within(connect(url, (text) => it.hear(JSON.parse(text))), 'the web socket');
    await it.send('Inspector.enable');
    await it.send('Runtime.enable');
    await it.send('Debugger.enable');
    await it.send('Debugger.setBreakpointsActive', { active: true });
    await it.send('Debugger.setPauseOnDebuggerStatements', { enabled: true });
    await it.send('Inspector.initialized');
    const ready = async () => valueText((await it.ask("typeof globalThis.vm")).result) === '"object"';
    for (let tries = 0; tries < 200 && !(await ready()); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
    return it;
  }

  hear(message) {
    if (message.id !== undefined) {
      const { resolve, reject } = this.asked.get(message.id);
      this.asked.delete(message.id);
      if (message.error) reject(new Refused(message.error.message));
      else resolve(message.result);
    } else if (message.method === 'Debugger.scriptParsed') {
      const { scriptId, url, sourceURL, scriptType, module } = message.params;
      const isModule = scriptType === 'module' || module;
      if (url === URL_OF_PROGRAM || (this.wantsModule && isModule && !sourceURL)) this.script = this.script || scriptId;
    } else if (message.method === 'Debugger.breakpointResolved') {
      console.log(`  a breakpoint stands at ${place(message.params.location)}`);
    } else if (message.method === 'Debugger.paused') {
      const frames = message.params.callFrames.map((frame) => ({
        id: frame.callFrameId,
        name: frame.functionName || '(anonymous)',
        at: place(frame.location),
        inside: frame.location.scriptId === this.script,
        scopes: frame.scopeChain,
      }));
      const top = frames[0];
      this.frames = frames.filter((frame) => frame.inside);
      this.stop({
        paused: true,
        at: top.inside ? top.at : 'outside',
        frames: this.frames,
        stack: this.frames.map((frame) => `${frame.name} ${frame.at}`).join(' < '),
        text: top.inside ? `paused at ${top.at} in ${top.name}` : `paused outside of the program, in ${top.name}`,
      });
    }
  }

  stop(stop) {
    const next = this.waiting.shift();
    if (next) next(stop);
    else this.stops.push(stop);
  }

  // The protocol itself.
  send(method, params = {}, patient = false) {
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return patient ? answer : within(answer, method);
  }

  // Evaluates code of ours, not of the program.
  ask(expression, patient = false) {
    return this.send('Runtime.evaluate', { expression: expression + OURS }, patient);
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
    this.go = 'program.runInThisContext()';
  }

  // The same for a module.
  async module_(text) {
    this.wantsModule = true;
    const made = await within(
      this.awaited(`(async () => {
        globalThis.program = new vm.SourceTextModule(${JSON.stringify(text)}, { identifier: '${URL_OF_PROGRAM}' });
        await program.link(() => {});
      })()`),
      'the making of a module'
    );
    if (made.wasThrown) throw new NotApplicable(valueText(made.result));
    this.go = 'program.evaluate()';
  }

  next(what) {
    if (this.stops.length) return Promise.resolve(this.stops.shift());
    return within(new Promise((resolve) => this.waiting.push(resolve)), what);
  }

  async act(words, method) {
    if (!this.frames) throw new Trouble(`${words}: not paused`);
    this.frames = undefined;
    this.send(method).catch(() => {});
    return this.said(words, await this.next(words));
  }

  said(words, stop) {
    console.log(`  ${words} -> ${stop.text}`);
    return stop;
  }

  // Sets a breakpoint, answers its id. Before the run it is asked for by
  // address, and Bun tells where it stands once the script is there.
  async breakpoint(line, column = 0) {
    console.log(`  breakpoint asked for at ${line}:${column}`);
    if (!this.script) {
      const { breakpointId } = await this.send('Debugger.setBreakpointByUrl', {
        url: URL_OF_PROGRAM,
        lineNumber: line - 1,
        columnNumber: column,
      });
      return breakpointId;
    }
    try {
      const { breakpointId, actualLocation } = await this.send('Debugger.setBreakpoint', {
        location: { scriptId: this.script, lineNumber: line - 1, columnNumber: column },
      });
      console.log(`  a breakpoint stands at ${place(actualLocation)}`);
      return breakpointId;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      console.log(`  refused: ${error.message}`);
      return undefined;
    }
  }

  async remove(breakpointId) {
    await this.send('Debugger.removeBreakpoint', { breakpointId });
    console.log('  that breakpoint is removed');
  }

  async run() {
    const run = async () => {
      const { result, wasThrown } = await this.ask(this.go, true);
      await this.awaited('new Promise((resolve) => setTimeout(resolve, 50))');
      const value = valueText(result);
      this.stop({ finished: true, value, text: wasThrown ? `finished, thrown: ${value}` : `finished, value: ${value}` });
    };
    run().catch(() => {});
    return this.said('run', await this.next('run'));
  }

  continue() {
    return this.act('continue', 'Debugger.resume');
  }
  stepOver() {
    return this.act('step over', 'Debugger.stepOver');
  }
  stepIn() {
    return this.act('step in', 'Debugger.stepInto');
  }
  stepOut() {
    return this.act('step out', 'Debugger.stepOut');
  }

  stack() {
    const text = this.frames.map((frame) => `${frame.name} ${frame.at}`).join(' < ');
    console.log(`  call stack -> ${text}`);
    return text;
  }

  // The scopes of a frame but the global object, innermost first.
  async variables(frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    const scopes = [];
    for (const scope of this.frames[frame].scopes) {
      if (scope.type === 'global') continue;
      const answer = await this.send('Runtime.getProperties', { objectId: scope.object.objectId, ownProperties: true });
      const variables = {};
      for (const { name, value } of answer.properties || answer.result) {
        if (name !== '__proto__') variables[name] = value ? valueText(value) : '(no value)';
      }
      scopes.push({ type: scope.type, variables });
    }
    const text = scopes.map(({ type, variables }) => `${type} ${JSON.stringify(variables)}`).join(', ');
    console.log(`  variables -> ${text}`);
    return scopes;
  }

  async evaluate(expression, frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    let text;
    try {
      const { result, wasThrown } = await this.send('Debugger.evaluateOnCallFrame', {
        callFrameId: this.frames[frame].id,
        expression,
        doNotPauseOnExceptionsAndMuteConsole: true,
      });
      text = wasThrown ? `throws ${valueText(result)}` : valueText(result);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      text = `refused: ${error.message}`;
    }
    console.log(`  evaluate ${expression} -> ${text}`);
    return text;
  }
}

function numbered(text) {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line, i) => `  ${String(i + 1).padStart(2)} | ${line}`).join('\n');
}

// Runs a reproduction. `body` gets { script, module }: each starts a fresh Bun
// with that program ready to run. It answers { shows, expected, actual }.
async function reproduce(body) {
  const path = process.argv[2] || process.env.BUN || 'bun';
  setTimeout(() => {
    console.log('trouble: took too long');
    process.exit(2);
  }, WHOLE).unref();
  let shown;
  const load = (how) => async (text) => {
    text = text.replace(/^\n|\n$/g, '');
    const it = await Debuggee.start(path);
    await it[how](text);
    if (shown !== text) console.log(`the program:\n${numbered(text)}`);
    shown = text;
    console.log('the session:');
    return it;
  };
  try {
    const { shows, expected, actual } = await body({ script: load('script_'), module: load('module_') });
    console.log(`expected: ${expected}`);
    console.log(`actual:   ${actual}`);
    console.log(shows ? 'the bug shows' : 'the bug does not show');
    process.exit(shows ? 1 : 0);
  } catch (error) {
    if (error instanceof NotApplicable) console.log(`trouble: this Bun cannot run the program: ${error.message}`);
    else console.log(`trouble: ${error instanceof Trouble || error instanceof Refused ? error.message : error.stack}`);
    process.exit(2);
  }
}

module.exports = { reproduce };
