'use strict';
// The bare minimum to drive V8's debugger by hand: start a node, speak the
// inspector protocol over a web socket, do one action, wait for the next stop.
// Needs nothing but node. Lines are counted from 1, columns from 0.

const { spawn } = require('child_process');
const crypto = require('crypto');
const net = require('net');

const WAIT = 5000; // milliseconds to wait for an answer or a stop
const WHOLE = 25000; // milliseconds a whole reproduction may take

class Trouble extends Error {}

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
function connect(url, onText, onClose) {
  const { hostname, port, pathname } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = net.connect(Number(port), hostname);
    let data = Buffer.alloc(0);
    let open = false;
    let text = [];
    socket.on('error', reject);
    socket.on('close', () => {
      reject(new Trouble('the web socket was closed'));
      onClose();
    });
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
          close: () => socket.destroy(),
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
  if (value.unserializableValue) return value.unserializableValue;
  if (value.type === 'undefined') return 'undefined';
  if (value.type === 'object' && value.value === null) return 'null';
  if (value.description !== undefined) return value.description.split('\n')[0];
  return JSON.stringify(value.value);
}

class Debuggee {
  // Starts the node at `path` and attaches to it.
  static async start(path) {
    const it = new Debuggee();
    it.child = spawn(
      path,
      ['--inspect=127.0.0.1:0', '--experimental-vm-modules', '--no-warnings', '-e', "global.vm = require('vm'); setInterval(() => {}, 1e9)"],
      { stdio: ['ignore', 'pipe', 'pipe'] }
    );
    children.add(it.child);
    it.stops = [];
    it.waiting = [];
    it.asked = new Map();
    it.count = 0;
    it.scripts = new Map();
    const url = await within(
      new Promise((resolve, reject) => {
        let said = '';
        it.child.on('error', (error) => reject(new Trouble(`cannot start ${path}: ${error.message}`)));
        it.child.on('close', (code, signal) => {
          children.delete(it.child);
          const why = /^abort: (.*)$/m.exec(said);
          const text = `node ended: ${signal || 'code ' + code}${why ? ` (${why[1]})` : ''}`;
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
      'the start of node'
    );
    it.socket = await within(connect(url, (text) => it.hear(JSON.parse(text)), () => {}), 'the web socket');
    await it.send('Runtime.enable');
    await it.send('Debugger.enable');
    return it;
  }

  hear(message) {
    if (message.id !== undefined) {
      const { resolve, reject } = this.asked.get(message.id);
      this.asked.delete(message.id);
      if (message.error) reject(new Refused(message.error.message));
      else resolve(message.result);
    } else if (message.method === 'Debugger.scriptParsed') {
      this.scripts.set(message.params.url, message.params.scriptId);
    } else if (message.method === 'Debugger.paused') {
      const frames = message.params.callFrames.map((frame) => ({
        id: frame.callFrameId,
        name: frame.functionName || '(anonymous)',
        at: `${frame.location.lineNumber + 1}:${frame.location.columnNumber}`,
        inside: frame.location.scriptId === this.script,
        scopes: frame.scopeChain,
      }));
      const top = frames[0];
      this.frames = frames.filter((frame) => frame.inside);
      this.stop({
        paused: true,
        at: top.inside ? top.at : 'outside',
        frames: this.frames,
        hit: message.params.hitBreakpoints || [],
        text: top.inside ? `paused at ${top.at} in ${top.name}` : 'paused outside of the program',
      });
    }
  }

  stop(stop) {
    const next = this.waiting.shift();
    if (next) next(stop);
    else this.stops.push(stop);
  }

  // The protocol itself.
  send(method, params = {}) {
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return method.startsWith('Runtime.run') || params.awaitPromise ? answer : within(answer, method);
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
    this.go = () => this.send('Runtime.runScript', { scriptId, awaitPromise: true });
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
    const made = await within(
      this.send('Runtime.evaluate', { expression: make, awaitPromise: true }),
      'the making of a module'
    );
    if (made.exceptionDetails) throw new NotApplicable(valueText(made.exceptionDetails.exception));
    this.script = this.scripts.get('file:///program.mjs');
    this.go = () => this.send('Runtime.evaluate', { expression: 'program.evaluate()', awaitPromise: true });
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

  // Sets a breakpoint, answers its id.
  async breakpoint(line, column = 0, condition) {
    const { breakpointId, actualLocation } = await this.send('Debugger.setBreakpoint', {
      location: { scriptId: this.script, lineNumber: line - 1, columnNumber: column },
      condition,
    });
    const at = `${actualLocation.lineNumber + 1}:${actualLocation.columnNumber}`;
    console.log(`  breakpoint at ${at}${condition === undefined ? '' : ` if ${condition}`}`);
    return breakpointId;
  }

  async remove(breakpointId) {
    await this.send('Debugger.removeBreakpoint', { breakpointId });
    console.log('  that breakpoint is removed');
  }

  async run() {
    this.go().then(
      ({ result, exceptionDetails }) =>
        this.stop(
          exceptionDetails
            ? { finished: true, value: valueText(exceptionDetails.exception), text: `finished, thrown: ${valueText(exceptionDetails.exception)}` }
            : { finished: true, value: valueText(result), text: `finished, value: ${valueText(result)}` }
        ),
      () => {}
    );
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

  // The scopes of a frame but the global one, innermost first.
  async variables(frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    const scopes = [];
    for (const scope of this.frames[frame].scopes) {
      if (scope.type === 'global') continue;
      const { result } = await this.send('Runtime.getProperties', { objectId: scope.object.objectId, ownProperties: true });
      const variables = {};
      for (const { name, value } of result) variables[name] = value ? valueText(value) : '(no value)';
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
      const { result, exceptionDetails } = await this.send('Debugger.evaluateOnCallFrame', {
        callFrameId: this.frames[frame].id,
        expression,
      });
      text = exceptionDetails ? `throws ${valueText(exceptionDetails.exception || result)}` : valueText(result);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      text = `refused: ${error.message}`;
    }
    console.log(`  evaluate ${expression} -> ${text}`);
    return text;
  }
}

class Refused extends Error {}
class NotApplicable extends Trouble {}

function numbered(text) {
  return text.split('\n').map((line, i) => `  ${String(i + 1).padStart(2)} | ${line}`).join('\n');
}

// Runs a reproduction. `body` gets { script, module }: each starts a fresh
// node with that program ready to run. It answers { shows, expected, actual }.
async function reproduce(body) {
  const path = process.argv[2] || process.execPath;
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
    if (error instanceof NotApplicable) console.log(`trouble: this node cannot run the program: ${error.message}`);
    else console.log(`trouble: ${error instanceof Trouble || error instanceof Refused ? error.message : error.stack}`);
    process.exit(2);
  }
}

module.exports = { reproduce };
