// A finding of debunk, as a script: it drives a real debugger through one or two sessions and
// prints each step with what the debugger does now and what debunk saw.
//   node reproduce.js [path-of-debugger]      (without a path: the one on the PATH)
// It needs Node 12 or newer and nothing else. Lines count from 1, columns from 0.
// Exit code: 1 if the debugger still does what debunk saw, 0 if it does not, 2 on errors.
'use strict';
const PRODUCT = "@PRODUCT@";
const FOUND_ON = "@FOUND_ON@";
const SESSIONS = ["@FIRST@", "@SECOND@"].filter(Boolean);

const { spawn, spawnSync } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');

const ACTION_LIMIT_MS = 8000;
const START_LIMIT_MS = 30000;
const STEPS_OUTSIDE_LIMIT = 64;
const SEED_FLAG = '--random-seed=20190719';
const PROGRAM_URL = 'debunk:program/00000001';
const SKIPPED_SCRIPTS = '^(?!debunk:program/|.*/program\\.mjs$)';
const HUNG = new Error('the debugger does not answer');
const ENDED = new Error('the debugger is gone');

// ---- What runs inside the debugger; it is passed on as text. ----

// Runs before the program: output, a fixed clock, and timers without waiting.
function prelude(global) {
  const out = [], timers = [], console = {}, epoch = 1600000000000;
  const RealDate = global.Date, RealPromise = global.Promise, realSetTimeout = global.setTimeout;
  let elapsed = 0, lastTimer = 0, failure = null;
  function define(target, name, value) {
    Object.defineProperty(target, name, { value, writable: true, configurable: true, enumerable: false });
  }
  const write = out.push.bind(out);
  define(global, 'print', write);
  for (const name of ['log', 'info', 'warn', 'error', 'debug']) define(console, name, write);
  define(global, 'console', console);
  function FixedDate() {
    if (new.target === undefined) return new RealDate(epoch + elapsed).toString();
    return Reflect.construct(RealDate, arguments.length === 0 ? [epoch + elapsed] : arguments, new.target);
  }
  FixedDate.prototype = RealDate.prototype;
  define(FixedDate, 'name', 'Date');
  define(FixedDate, 'now', function now() { return epoch + elapsed; });
  define(FixedDate, 'parse', RealDate.parse);
  define(FixedDate, 'UTC', RealDate.UTC);
  define(RealDate.prototype, 'constructor', FixedDate);
  define(global, 'Date', FixedDate);
  define(global, 'performance', { now() { return elapsed; } });
  function addTimer(callback, delay, rest) {
    timers.push({ id: ++lastTimer, due: elapsed + Math.max(0, Number(delay) || 0), callback, rest });
    return lastTimer;
  }
  function removeTimer(id) {
    const index = timers.findIndex((timer) => timer.id === id);
    if (index >= 0) timers.splice(index, 1);
  }
  define(global, 'setTimeout', function setTimeout(callback, delay, ...rest) { return addTimer(callback, delay, rest); });
  define(global, 'setImmediate', function setImmediate(callback, ...rest) { return addTimer(callback, 0, rest); });
  define(global, 'clearTimeout', removeTimer);
  define(global, 'clearImmediate', removeTimer);
  define(global, 'queueMicrotask', function queueMicrotask(callback) { Promise.resolve().then(callback); });
  function show(value, depth) {
    if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
    if (typeof value === 'bigint') return String(value) + 'n';
    if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
    if (typeof value === 'function') return 'function';
    if (typeof value !== 'object' || value === null) return String(value);
    if (depth > 2) return '...';
    try {
      const isArray = Array.isArray(value), parts = [];
      for (const key of Object.keys(value).slice(0, 64)) {
        const property = Object.getOwnPropertyDescriptor(value, key);
        if (!property || !('value' in property)) continue;
        parts.push((isArray ? '' : key + ': ') + show(property.value, depth + 1));
      }
      return isArray ? '[' + parts.join(', ') + ']' : '{' + parts.join(', ') + '}';
    } catch (error) { return 'object'; }
  }
  function describe(error) {
    if (typeof error === 'string') return JSON.stringify(error);
    if (typeof error !== 'object' || error === null) return show(error, 0);
    if (Object.prototype.toString.call(error) !== '[object Error]') return 'object';
    try { return String(error.stack).split('\n    at ')[0]; } catch (other) { return 'object'; }
  }
  const control = {
    failed(error) { if (failure === null) failure = describe(error); },
    finish() { return JSON.stringify({ output: out.map((value) => show(value, 0)), error: failure }); },
    // Runs the timers and answers once nothing is left to run, after quiet turns of the event loop.
    settle(later) {
      const next = later || ((callback) => realSetTimeout(callback, 0));
      return new RealPromise((resolve) => {
        let quietTurns = 0;
        function turn() {
          quietTurns += 1;
          if (quietTurns === 2) {
            if (timers.length === 0) return resolve(control.finish());
            quietTurns = 0;
            timers.sort((left, right) => left.due - right.due || left.id - right.id);
            const timer = timers.shift();
            elapsed = Math.max(elapsed, timer.due);
            try { timer.callback.apply(undefined, timer.rest); } catch (error) { control.failed(error); }
          }
          next(turn);
        }
        next(turn);
      });
    },
  };
  Object.defineProperty(global, '__debunk', { value: Object.freeze(control), enumerable: false });
}
const PRELUDE = `(${prelude}).call(this, this)`;

// Keeps a Node process ready: makes a fresh context, and modules in it.
function nodeHost(PRELUDE) {
  const vm = require('vm');
  let context = null, module_ = null;
  global.debunkFresh = function () {
    context = vm.createContext({}, { name: 'debunk' });
    new vm.Script(PRELUDE, { filename: 'debunk:prelude' }).runInContext(context);
  };
  global.debunkModule = function (text, url) {
    const Module = vm.SourceTextModule || vm.Module;
    if (!Module) throw new Error('this Node has no modules in contexts');
    module_ = new Module(text, { context, identifier: url, url });
    const refuse = (name) => { throw new Error('a program may not import ' + name); };
    return Promise.resolve(module_.link(refuse)).then(() => {
      try { if (module_.instantiate) module_.instantiate(); } catch (error) { /* already done */ }
    });
  };
  global.debunkRunModule = function () {
    const control = context.__debunk;
    module_.evaluate().then(() => {}, (error) => control.failed(error));
  };
  global.debunkSettle = () => context.__debunk.settle(setImmediate);
  process.on('unhandledRejection', () => {});
  process.on('uncaughtException', () => {});
  setInterval(() => {}, 1 << 30);
  require('inspector').open(0, '127.0.0.1');
}

const DENO_GATE = `const later = globalThis.setTimeout;
(0, eval)(Deno.readTextFileSync(new URL('./prelude.js', import.meta.url)) + '\\n//# sourceURL=debunk:prelude');
const control = globalThis.__debunk;
globalThis.addEventListener('unload', () => {
  Deno.stdout.writeSync(new TextEncoder().encode('\\n' + control.finish() + '\\n'));
});
globalThis.addEventListener('error', (event) => { control.failed(event.error); event.preventDefault(); });
globalThis.addEventListener('unhandledrejection', (event) => event.preventDefault());
export const settle = () => control.settle((callback) => later(callback, 0));`;
const DENO_MODULE = "import { settle } from './gate.mjs';\nimport './program.mjs';\nawait settle();";
const DENO_SCRIPT = `import { settle } from './gate.mjs';
import { Script } from 'node:vm';
const source = Deno.readTextFileSync(new URL('./program.txt', import.meta.url));
try {
  new Script(source, { filename: 'debunk:program/00000000' }).runInThisContext();
} catch (error) { globalThis.__debunk.failed(error); }
await settle();`;

// ---- Talking to a debugger. ----

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// A web socket: masked frames out, frames in.
function openWebSocket(address, onMessage, onEnd) {
  const url = new URL(address);
  const socket = net.connect(Number(url.port), url.hostname).setNoDelay(true).on('error', () => {});
  let isOpen = false, pending = Buffer.alloc(0), parts = [];
  function send(opcode, payload) {
    const length = payload.length, mask = crypto.randomBytes(4);
    const head = Buffer.alloc(length < 126 ? 2 : length < 65536 ? 4 : 10);
    head[0] = 0x80 | opcode;
    head[1] = 0x80 | (head.length === 2 ? length : head.length === 4 ? 126 : 127);
    if (head.length === 4) head.writeUInt16BE(length, 2);
    if (head.length === 10) head.writeUIntBE(length, 4, 6);
    socket.write(Buffer.concat([head, mask, payload.map((byte, index) => byte ^ mask[index & 3])]));
  }
  function readFrame() {
    const short = pending[1] & 127, start = short < 126 ? 2 : short === 126 ? 4 : 10;
    if (pending.length < start) return false;
    const length = start === 2 ? short : start === 4 ? pending.readUInt16BE(2) : pending.readUIntBE(4, 6);
    if (pending.length < start + length) return false;
    const opcode = pending[0] & 15, isLast = pending[0] > 127, payload = pending.slice(start, start + length);
    pending = pending.slice(start + length);
    if (opcode === 8) socket.destroy();
    if (opcode === 9) send(10, payload);
    if (opcode < 8) parts.push(payload);
    if (opcode < 8 && isLast) onMessage(Buffer.concat(parts.splice(0)).toString());
    return true;
  }
  socket.write(`GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
    `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${crypto.randomBytes(16).toString('base64')}\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.on('close', () => { reject(ENDED); onEnd(); });
    socket.on('data', (chunk) => {
      pending = Buffer.concat([pending, chunk]);
      const end = pending.indexOf('\r\n\r\n');
      if (!isOpen && end < 0) return;
      if (!isOpen) {
        if (!/^HTTP\/1\.1 101/.test(pending.toString('latin1'))) return socket.destroy();
        isOpen = true;
        pending = pending.slice(end + 4);
        resolve({ send: (text) => send(1, Buffer.from(text)), close: () => socket.destroy() });
      }
      while (readFrame());
    });
  });
}

// Chromium's pipes: messages end with a zero byte.
function openPipes(writing, reading, onMessage, onEnd) {
  let pending = Buffer.alloc(0);
  for (const stream of [writing, reading]) stream.on('error', () => {}).on('close', onEnd);
  reading.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (let end; (end = pending.indexOf(0)) >= 0; pending = pending.slice(end + 1)) onMessage(pending.toString('utf8', 0, end));
  });
  return { send: (text) => writing.write(text + '\0'), close: () => writing.destroy() };
}

// Numbered requests out, answers and events in.
class Connection {
  constructor() {
    Object.assign(this, { channel: null, session: undefined, inbox: [], lastId: 0, isOver: false, wake() {} });
    Object.assign(this, { context: null, program: null, dynamic: new Set() });
    this.onMessage = (text) => { this.understand(JSON.parse(text)); this.wake(); };
    this.onEnd = () => { this.isOver = true; this.wake(); };
  }
  understand({ id, method, params, error, result }) {
    if (id !== undefined) this.inbox.push({ id, error, result: result || {} });
    else if (method === 'Debugger.paused') this.inbox.push({ paused: params });
    else if (method === 'Runtime.executionContextDestroyed') this.inbox.push({ isDestroyed: true });
    else if (method === 'Runtime.executionContextCreated') this.context = params.context.id;
    else if (method === 'Debugger.scriptParsed' && params.url === '') this.dynamic.add(params.scriptId);
    else if (method === 'Debugger.scriptParsed' && new RegExp(SKIPPED_SCRIPTS).test(params.url)) return;
    else if (method === 'Debugger.scriptParsed') this.program = params.scriptId;
    else if (/^(Inspector\.(targetCrashed|detached)|Target\.detachedFromTarget)$/.test(method)) this.onEnd();
  }
  request(method, params = {}) {
    this.channel.send(JSON.stringify({ id: ++this.lastId, sessionId: this.session, method, params }));
    return this.lastId;
  }
  // The first wanted message; the others wait.
  async take(isWanted, deadline) {
    for (;;) {
      const index = this.inbox.findIndex(isWanted);
      if (index >= 0) return this.inbox.splice(index, 1)[0];
      if (this.isOver) throw ENDED;
      if (Date.now() >= deadline) throw HUNG;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, deadline - Date.now());
        this.wake = () => { clearTimeout(timer); resolve(); };
      });
    }
  }
  answer(id, deadline) { return this.take((message) => message.id === id, deadline); }
  async call(method, params, deadline) {
    const { error, result } = await this.answer(this.request(method, params), deadline);
    if (error) throw new Error(`${method}: ${error.message}`);
    if (result.exceptionDetails) throw new Error(`the program does not load: ${exceptionText(result.exceptionDetails)}`);
    return result;
  }
}

// ---- Values as debunk writes them: no object ids, no source text, no stack. ----

const place = (location) => `${location.lineNumber + 1}:${location.columnNumber || 0}`;
const mask = (text) => text.replace(/(debunk:program\/)([\da-f]{0,8})/gi, (all, start, digits) => start + '0'.repeat(digits.length));

function normalForm({ type, subtype, value, unserializableValue, description = '' }) {
  if (type === 'string') return mask(JSON.stringify(value));
  if (type === 'function') {
    const heading = description.slice(0, Math.max(0, description.search(/[({\n]/))).trim();
    return /^(function|class|async function)( |$)/.test(heading) ? heading.split(' extends ')[0] : 'function';
  }
  if (type === 'object' && subtype === 'null') return 'null';
  if (type === 'object') return subtype === 'error' ? mask(description.split('\n    at ')[0]) : description;
  return unserializableValue || (value === undefined ? description || type : JSON.stringify(value));
}
function exceptionText({ exception, text }) {
  if (!exception) return text;
  const isOther = exception.type === 'object' && !['error', 'null'].includes(exception.subtype);
  return isOther || exception.type === 'function' ? exception.type : normalForm(exception);
}

// ---- Starting a debugger with a program in it. ----

const running = new Set();
const folders = [];
function kill(child) {
  try { process.kill(-child.pid, 'SIGKILL'); } catch (error) { child.kill('SIGKILL'); }
  running.delete(child);
}
process.on('exit', () => {
  running.forEach(kill);
  for (const folder of folders) {
    try { (fs.rmSync || fs.rmdirSync)(folder, { recursive: true, maxRetries: 5 }); } catch (error) { /* left over */ }
  }
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(2));

class Debuggee {
  constructor(binary, major) {
    Object.assign(this, { binary, major, connection: new Connection(), child: null, stdout: '', stderr: '' });
    folders.push(this.folder = fs.mkdtempSync(path.join(fs.realpathSync(os.tmpdir()), 'debunk-reproduce-')));
  }
  async load(program) {
    const load = { node: this.loadNode, deno: this.loadDeno, chromium: this.loadChromium }[PRODUCT];
    await load.call(this, program, this.connection, Date.now() + START_LIMIT_MS);
    this.connection.inbox = [];
    this.connection.dynamic.clear();
  }
  launch(args, pipes = []) {
    const env = { PATH: process.env.PATH, HOME: this.folder, TMPDIR: this.folder, TZ: 'UTC', LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' };
    Object.assign(env, { DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' });
    const options = { cwd: this.folder, detached: true, env, stdio: ['ignore', 'pipe', 'pipe', ...pipes] };
    this.child = spawn(this.binary, args, options);
    running.add(this.child);
    this.exited = new Promise((resolve) => {
      this.child.on('error', (error) => resolve(error.message));
      this.child.on('close', (code, signal) => resolve(
        signal ? `killed by ${signal} (signal ${os.constants.signals[signal]})` : `exit code ${code}`));
    });
    for (const name of ['stdout', 'stderr']) this.child[name].setEncoding('utf8').on('data', (text) => { this[name] += text; });
  }
  // Connects to the address that the debugger writes to its error output, and enables it.
  async connect({ onMessage, onEnd }, deadline) {
    for (let address; !this.connection.channel; await sleep(5)) {
      if ((address = /ws:\/\/\S+(?=\s)/.exec(this.stderr))) this.connection.channel = await openWebSocket(address[0], onMessage, onEnd);
      else if (Date.now() > deadline) throw HUNG;
      else if (await Promise.race([this.exited, sleep(1)])) throw new Error(`the debugger does not start: ${this.stderr}`);
    }
    await this.enable(['Runtime', 'Debugger'], deadline);
  }
  async enable(domains, deadline) {
    for (const domain of domains) this.connection.request(`${domain}.enable`);
    await this.connection.call('Debugger.setBlackboxPatterns', { patterns: [SKIPPED_SCRIPTS] }, deadline);
  }
  async loadNode({ goal, text }, connection, deadline) {
    const flags = [SEED_FLAG, '--no-warnings', '--max-old-space-size=512'];
    if (this.major >= 10) flags.push('--experimental-vm-modules');
    this.launch([...flags, '-e', `(${nodeHost})(${JSON.stringify(PRELUDE)})`]);
    await this.connect(connection, deadline);
    const host = (code, awaitPromise) => ({ expression: `${code}\n//# sourceURL=debunk:host`, awaitPromise, returnByValue: true });
    await connection.call('Runtime.evaluate', host('debunkFresh()', false), deadline);
    this.settle = host('debunkSettle()', true);
    if (goal === 'script') return this.compile(text, connection.context, deadline);
    const texts = [text, PROGRAM_URL].map((one) => JSON.stringify(one).replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029'));
    await connection.call('Runtime.evaluate', host(`debunkModule(${texts})`, true), deadline);
    this.scriptId = connection.program;
    this.start = ['Runtime.evaluate', host('debunkRunModule()', false)];
  }
  async loadChromium({ goal, text }, connection, deadline) {
    if (goal === 'module') throw new Error('modules cannot run in an isolated world');
    const flags = ['headless', 'disable-gpu', 'disable-quic', 'no-first-run', 'disable-background-networking',
      'disable-component-update', 'disable-sync', 'disable-extensions', 'disable-dev-shm-usage', 'mute-audio',
      'remote-debugging-pipe', `js-flags=${SEED_FLAG}`, `user-data-dir=${path.join(this.folder, 'profile')}`];
    // The browser refuses to use its own sandbox for root.
    if (process.geteuid && process.geteuid() === 0) flags.push('no-sandbox');
    this.launch([...flags.map((flag) => `--${flag}`), 'about:blank'], ['pipe', 'pipe']);
    connection.channel = openPipes(this.child.stdio[3], this.child.stdio[4], connection.onMessage, connection.onEnd);
    let page;
    for (; !page; await sleep(20)) {
      page = (await connection.call('Target.getTargets', {}, deadline)).targetInfos.find(({ type }) => type === 'page');
    }
    const attachment = { targetId: page.targetId, flatten: true };
    connection.session = (await connection.call('Target.attachToTarget', attachment, deadline)).sessionId;
    const { frameTree } = await connection.call('Page.getFrameTree', {}, deadline);
    await this.enable(['Page', 'Runtime', 'Debugger'], deadline);
    const world = { frameId: frameTree.frame.id, worldName: PROGRAM_URL };
    const contextId = (await connection.call('Page.createIsolatedWorld', world, deadline)).executionContextId;
    connection.request('Runtime.evaluate', { contextId, expression: `${PRELUDE}\n//# sourceURL=debunk:prelude` });
    this.settle = { contextId, expression: '__debunk.settle()\n//# sourceURL=debunk:host', awaitPromise: true, returnByValue: true };
    return this.compile(text, contextId, deadline);
  }
  async compile(expression, executionContextId, deadline) {
    const params = { expression, sourceURL: PROGRAM_URL, persistScript: true, executionContextId };
    this.scriptId = (await this.connection.call('Runtime.compileScript', params, deadline)).scriptId;
    this.start = ['Runtime.runScript', { scriptId: this.scriptId, executionContextId, returnByValue: false, silent: true }];
  }
  async loadDeno({ goal, text }, connection, deadline) {
    const isScript = goal === 'script';
    const files = { 'prelude.js': PRELUDE, 'gate.mjs': DENO_GATE, 'main.mjs': isScript ? DENO_SCRIPT : DENO_MODULE };
    files[isScript ? 'program.txt' : 'program.mjs'] = text;
    for (const name of Object.keys(files)) fs.writeFileSync(path.join(this.folder, name), files[name]);
    this.launch(['run', '--no-check', '--no-config', '--no-prompt', `--allow-read=${this.folder}`,
      `--v8-flags=${SEED_FLAG}`, '--inspect-brk=127.0.0.1:0', 'main.mjs']);
    await this.connect(connection, deadline);
    // Deno loses its first pause if it is resumed right after the debugger was enabled.
    await sleep(5);
    const before = { instrumentation: 'beforeScriptExecution' };
    const set = isScript && await connection.call('Debugger.setInstrumentationBreakpoint', before, deadline);
    connection.request('Runtime.runIfWaitingForDebugger');
    for (;;) {
      const { isDestroyed, paused } = await connection.take((message) => message.paused || message.isDestroyed, deadline);
      if (isDestroyed) throw new Error(`the program does not load: ${this.stderr}`);
      // A script is held at its first statement, a module before it.
      this.held = isScript ? paused : null;
      if (connection.program !== null) break;
      connection.request('Debugger.resume');
    }
    if (set) await connection.call('Debugger.removeBreakpoint', { breakpointId: set.breakpointId }, deadline);
    this.scriptId = connection.program;
    this.start = ['Debugger.resume', {}];
  }
  // Ends the process, after giving it a moment to end by itself, and returns how it ended.
  async end(patience) {
    let how = await Promise.race([this.exited, sleep(patience)]);
    kill(this.child);
    if (this.connection.channel) this.connection.channel.close();
    how = how || await Promise.race([this.exited, sleep(1000)]) || 'killed';
    const fatal = this.stderr.split('\n').find((line) => /Check failed|FATAL ERROR/.test(line));
    return fatal ? `${how}: ${fatal.replace(/^[# ]+/, '')}` : how;
  }
}

// ---- A session: actions in, observations out. ----

const CONTROLS = { continue: 'resume', 'step-in': 'stepInto', 'step-over': 'stepOver', 'step-out': 'stepOut' };

class Session {
  constructor(debuggee) {
    Object.assign(this, { debuggee, connection: debuggee.connection, breakpoints: {}, scopes: [], topFrame: '', isOver: false });
    Object.assign(this, { runRequest: null, runError: null, settleRequest: null, stepsOutside: 0 });
  }
  async perform(action) {
    if (this.isOver) return { text: 'nothing, since the session is over' };
    try {
      return await this.act(action, Date.now() + ACTION_LIMIT_MS);
    } catch (error) {
      if (error !== HUNG && error !== ENDED) throw error;
      this.isOver = true;
      const how = await this.debuggee.end(error === HUNG ? 0 : 200);
      return { text: error === HUNG ? 'hung' : `crashed: ${how}` };
    }
  }
  async act({ do: verb, at, condition, expression }, deadline) {
    const { connection, debuggee, breakpoints } = this;
    const ask = (method, params) => connection.answer(connection.request(method, params), deadline);
    const key = at && `${at.line}:${at.column}`;
    if (verb === 'add-breakpoint') {
      const location = { scriptId: debuggee.scriptId, lineNumber: at.line - 1, columnNumber: at.column };
      const { error, result } = await ask('Debugger.setBreakpoint', { location, condition });
      if (error) return { text: `not set: ${error.message}` };
      breakpoints[key] = { id: result.breakpointId, actual: place(result.actualLocation), condition };
      return { text: `set at ${breakpoints[key].actual}` };
    }
    if (verb === 'remove-breakpoint') {
      if (!breakpoints[key]) return { text: 'not removed: it was never set' };
      const { error } = await ask('Debugger.removeBreakpoint', { breakpointId: breakpoints[key].id });
      if (error) return { text: `not removed: ${error.message}` };
      delete breakpoints[key];
      return { text: 'removed' };
    }
    if (verb === 'look') return { text: 'variables', lines: await this.variables(deadline) };
    if (verb === 'evaluate') {
      const { error, result } = await ask('Debugger.evaluateOnCallFrame', { callFrameId: this.topFrame, expression, silent: true });
      if (error) return { text: `refused: ${error.message}` };
      if (result.exceptionDetails) return { text: `= throws ${exceptionText(result.exceptionDetails)}` };
      return { text: `= ${normalForm(result.result)}` };
    }
    if (verb !== 'start') return this.wait(connection.request(`Debugger.${CONTROLS[verb]}`), deadline);
    // The engine runs past a breakpoint where it already holds the program: request a pause there once more.
    const first = debuggee.held && place(debuggee.held.callFrames[0].location);
    const conditions = Object.values(breakpoints).filter(({ actual }) => actual === first).map((one) => one.condition);
    if (conditions.length > 0) connection.request('Debugger.pause');
    const run = () => {
      this.runRequest = connection.request(...debuggee.start);
      return this.wait(debuggee.settle ? null : this.runRequest, deadline);
    };
    const observation = await run();
    if (conditions.length === 0 || conditions.includes(undefined) || this.isOver) return observation;
    for (const one of conditions) {
      const { result } = await ask('Debugger.evaluateOnCallFrame', { callFrameId: this.topFrame, expression: `!!(${one})`, silent: true });
      if (result && result.result && result.result.value === true) return observation;
    }
    return run();
  }
  // Waits until the program pauses or has ended.
  async wait(request, deadline) {
    const { connection, debuggee } = this;
    for (;;) {
      const { id, error, result, paused, isDestroyed } = await connection.take(() => true, deadline);
      if (paused) {
        if (!this.leaveOutside(paused)) return this.paused(paused, deadline);
      } else if (isDestroyed) {
        if (!debuggee.settle) return this.finishedAtExit();
      } else if (error && (id === request || id === this.runRequest)) {
        return { text: `refused: ${error.message}` };
      } else if (id === this.runRequest && debuggee.settle) {
        if (result.exceptionDetails) this.runError = exceptionText(result.exceptionDetails);
        this.askToSettle();
      } else if (id === this.settleRequest) {
        const details = error ? { text: error.message } : result.exceptionDetails;
        if (details) return this.finished({ output: [], error: exceptionText(details) });
        return this.finished(JSON.parse(result.result.value));
      }
    }
  }
  // Once, at the first pause or when the top level has returned: later it could use up a waiting step.
  askToSettle() {
    const { connection, debuggee } = this;
    if (!debuggee.settle || this.settleRequest !== null) return;
    this.settleRequest = connection.request('Runtime.evaluate', debuggee.settle);
  }
  finished({ output, error }) {
    this.isOver = true;
    const failure = this.runError === null ? error : this.runError;
    return { text: failure === null ? 'finished' : `finished with ${failure}`, lines: output.map((line) => `printed ${mask(line)}`) };
  }
  // A Deno process ends with its program, once the debugger has disconnected, and reports what it printed.
  async finishedAtExit() {
    this.connection.channel.close();
    await this.debuggee.end(5000);
    const line = this.debuggee.stdout.split('\n').reverse().find((one) => one.startsWith('{'));
    return this.finished(line ? JSON.parse(line) : { output: [], error: "the program's output was lost" });
  }
  placeOf({ location, url = '' }) {
    if (location.scriptId === this.debuggee.scriptId) return place(location);
    return this.connection.dynamic.has(location.scriptId) ? `eval ${place(location)}` : `outside (${mask(url)})`;
  }
  // Steps out of the host's own code, which the engine cannot always skip.
  leaveOutside({ callFrames }) {
    const isOutside = callFrames.length > 0 && this.placeOf(callFrames[0]).startsWith('outside');
    this.stepsOutside = isOutside && this.stepsOutside < STEPS_OUTSIDE_LIMIT ? this.stepsOutside + 1 : 0;
    if (this.stepsOutside > 0) this.connection.request('Debugger.stepOut');
    return this.stepsOutside > 0;
  }
  async paused({ callFrames }, deadline) {
    if (callFrames.length === 0) return { text: 'refused: a pause without a call stack' };
    this.topFrame = callFrames[0].callFrameId;
    this.scopes = callFrames[0].scopeChain.filter(({ type, object }) => type !== 'global' && object.objectId);
    const stack = callFrames.map((frame) => [frame.functionName, this.placeOf(frame)])
      .filter(([, where], index) => index === 0 || !where.startsWith('outside'))
      .map(([name, where]) => (name === '' ? where : `${name} ${where}`));
    const lines = await this.variables(deadline);
    this.askToSettle();
    return { text: `paused at ${stack.join(' < ')}`, lines };
  }
  // Every visible variable of the top frame; an inner one hides an outer one.
  async variables(deadline) {
    const visible = new Map();
    const ids = this.scopes.map(({ object: { objectId } }) => this.connection.request('Runtime.getProperties', { objectId, ownProperties: true }));
    for (const id of ids) {
      for (const { name, value, get } of (await this.connection.answer(id, deadline)).result.result || []) {
        if (name === '__proto__' || visible.has(name)) continue;
        visible.set(name, value ? normalForm(value) : get ? 'accessor' : 'uninitialised');
      }
    }
    return Array.from(visible.keys()).sort().map((name) => `${name} = ${visible.get(name)}`);
  }
}

// ---- The run. ----

const say = (line) => console.log(line.replace(/\t/g, ' ').replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (it) => `⟨U+${it.codePointAt(0).toString(16).toUpperCase().padStart(4, '0')}⟩`));
// Engines differ in which characters of a text they escape.
const plain = (text) => text.replace(/\\u([\da-f]{4})/gi, (all, code) => String.fromCharCode(parseInt(code, 16)));

function actionText({ do: verb, at, condition, expression }) {
  if (verb === 'look') return 'look at the variables';
  const more = [at && `at ${at.line}:${at.column}`, condition !== undefined && `if ${condition}`, expression];
  return [verb.replace('-', ' '), ...more].filter(Boolean).join(' ');
}
// A step may also include the lines below it, which are variables or output.
function isSame({ saw, lines }, now) {
  if (saw !== null && saw.startsWith('crashed')) return now.text.startsWith('crashed');
  return (saw === null || plain(saw) === plain(now.text)) && (!lines || plain(lines.join('\n')) === plain((now.lines || []).join('\n')));
}
// Runs one session and returns the first difference, if there is one.
async function run(number, { goal, text, steps, wrongStep, mark, expectation }, binary, major) {
  const differences = [];
  const debuggee = new Debuggee(binary, major);
  say('');
  say(`Session ${number} of ${SESSIONS.length}, a ${goal}:`);
  text.split(/\r\n|[\n\r\u2028\u2029]/).forEach((line, index) => say(`${String(index + 1).padStart(5)}  ${line}`));
  try {
    await debuggee.load({ goal, text });
    const session = new Session(debuggee);
    for (const [index, step] of steps.entries()) {
      const now = await session.perform(step.action);
      const same = isSame(step, now);
      const whole = (...first) => [...first, ...(step.lines && now.lines || [])].join(', ');
      say(`${String(index + 1).padStart(3)}. ${actionText(step.action)} -> ${now.text}`);
      for (const line of now.lines || []) say(`       ${line}`);
      if (!same) say(`     debunk saw: ${[step.saw || 'variables', ...(step.lines || [])].join(', ')}`);
      if (index === wrongStep) say(`     ${same ? mark : `which it called ${mark}`}: ${expectation}`);
      if (!same) differences.push(`step ${index + 1} of session ${number} now shows ${whole(now.text)}`);
    }
  } finally {
    if (debuggee.child) await debuggee.end(0);
  }
  return differences[0];
}

async function main() {
  const given = process.argv[2];
  let binary = given ? (fs.existsSync(given) ? path.resolve(given) : given) : PRODUCT;
  const ask = () => spawnSync(binary, ['--version'], { encoding: 'utf8', timeout: START_LIMIT_MS });
  let answer = ask();
  if (answer.error && PRODUCT === 'node' && !given) {
    binary = process.execPath;
    answer = ask();
  }
  if (answer.error || answer.status !== 0) throw answer.error || new Error(`${binary} --version fails`);
  const version = answer.stdout.split('\n')[0].trim();
  say(`Debugger: ${binary} (${version}); found on ${FOUND_ON}.`);
  const differences = [];
  for (const [index, session] of SESSIONS.entries()) {
    differences.push(await run(index + 1, session, binary, parseInt(version.replace(/^\D*/, ''), 10)));
  }
  const first = differences.find(Boolean);
  say('');
  say(first ? `not reproduced: ${first}` : 'reproduced: the debugger did what debunk saw');
  return first ? 0 : 1;
}
main()
  .catch((error) => { say(`trouble: ${error.message}`); return 2; })
  .then((code) => process.stdout.write('', () => process.exit(code)));
