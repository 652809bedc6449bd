'use strict';
// A process that is debugged over an inspector's web socket, as V8 and JavaScriptCore both offer it: start it, send
// numbered requests, do one action, wait for the next stop. Lines are counted from 1, columns from 0.

const { spawn } = require('child_process');
const crypto = require('crypto');
const net = require('net');
const { Refused, Trouble, printScopes, printStack, said, within } = require('./reproduction.js');

const children = new Set();
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

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

const place = ({ lineNumber, columnNumber }) => `${lineNumber + 1}:${columnNumber}`;

function valueText(value) {
  if (value.type === 'string') return JSON.stringify(value.value);
  if (value.unserializableValue) return value.unserializableValue;
  if (value.type === 'undefined') return 'undefined';
  if (value.type === 'object' && value.value === null) return 'null';
  if (value.description !== undefined) return value.description.split('\n')[0];
  return JSON.stringify(value.value);
}

class Inspected {
  // `name` is what the process is called, `ms` how long an answer or a stop may take.
  constructor(name, ms) {
    this.name = name;
    this.ms = ms;
    this.stops = [];
    this.waiting = [];
    this.asked = new Map();
    this.count = 0;
  }

  // Starts the process and connects to the inspector whose address it prints. `reason` finds in what it printed why it
  // ended.
  async connect(path, args, env, reason) {
    this.child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    children.add(this.child);
    const url = await this.within(
      new Promise((resolve, reject) => {
        let printed = '';
        this.child.on('error', (error) => reject(new Trouble(`cannot start ${path}: ${error.message}`)));
        this.child.on('close', (code, signal) => {
          children.delete(this.child);
          const why = reason(printed);
          const text = `${this.name} ended: ${signal || 'code ' + code}${why ? ` (${why})` : ''}`;
          reject(new Trouble(text));
          this.stop({ crashed: true, text });
        });
        for (const stream of [this.child.stdout, this.child.stderr]) {
          stream.on('data', (chunk) => {
            printed += chunk;
            const found = /ws:\/\/\S+(?=\s)/.exec(printed);
            if (found) resolve(found[0]);
          });
        }
      }),
      `the start of ${this.name}`
    );
    this.socket = await this.within(connect(url, (text) => this.hear(JSON.parse(text))), 'the web socket');
  }

  within(promise, what) {
    return within(promise, what, this.ms);
  }

  hear(message) {
    if (message.id !== undefined) {
      const { resolve, reject } = this.asked.get(message.id);
      this.asked.delete(message.id);
      if (message.error) reject(new Refused(message.error.message));
      else resolve(message.result);
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
        hit: message.params.hitBreakpoints || [],
        text: top.inside ? `paused at ${top.at} in ${top.name}` : `paused outside of the program, in ${top.name}`,
      });
    } else {
      this.event(message.method, message.params);
    }
  }

  stop(stop) {
    const next = this.waiting.shift();
    if (next) next(stop);
    else this.stops.push(stop);
  }

  // The protocol itself. A patient request may take as long as the program.
  send(method, params = {}, patient = false) {
    const id = ++this.count;
    const answer = new Promise((resolve, reject) => this.asked.set(id, { resolve, reject }));
    this.socket.send(JSON.stringify({ id, method, params }));
    return patient ? answer : this.within(answer, method);
  }

  next(what) {
    if (this.stops.length) return Promise.resolve(this.stops.shift());
    return this.within(new Promise((resolve) => this.waiting.push(resolve)), what);
  }

  async act(words, method) {
    if (!this.frames) throw new Trouble(`${words}: not paused`);
    this.frames = undefined;
    this.send(method).catch(() => {});
    return said(words, await this.next(words));
  }

  // Runs the program to its first stop.
  async run() {
    const run = async () => {
      const { value, thrown } = await this.go();
      this.stop({ finished: true, value, text: `finished, ${thrown ? 'thrown' : 'value'}: ${value}` });
    };
    run().catch(() => {});
    return said('run', await this.next('run'));
  }

  async remove(breakpointId) {
    await this.send('Debugger.removeBreakpoint', { breakpointId });
    console.log('  that breakpoint is removed');
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
    return printStack(this.frames);
  }

  // The scopes of a frame but the global one, innermost first.
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
    return printScopes(scopes);
  }

  async evaluate(expression, frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    let text;
    try {
      const { value, thrown } = await this.evaluateIn(this.frames[frame].id, expression);
      text = thrown ? `throws ${value}` : value;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      text = `refused: ${error.message}`;
    }
    console.log(`  evaluate ${expression} -> ${text}`);
    return text;
  }

  // The names of an object's own properties, as the debugger lists them.
  async properties(expression, frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    const { result } = await this.send('Debugger.evaluateOnCallFrame', { callFrameId: this.frames[frame].id, expression });
    const answer = await this.send('Runtime.getProperties', { objectId: result.objectId, ownProperties: true });
    const names = (answer.properties || answer.result).map(({ name }) => name).filter((name) => name !== '__proto__');
    console.log(`  properties of ${expression} -> ${names.join(', ')}`);
    return names;
  }
}

module.exports = { Inspected, place, valueText };
