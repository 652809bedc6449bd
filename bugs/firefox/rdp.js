'use strict';
// The bare minimum to drive Firefox's debugger by hand: start a headless
// Firefox with a profile of its own, speak the Remote Debugging Protocol over a
// socket in that profile, do one action, wait for the next stop. Needs nothing
// but node and a Firefox. Lines are counted from 1, columns from 0.

const { spawn } = require('child_process');
const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { Refused, Trouble, printScopes, printStack, reproduce, said, within } = require('../reproduction.js');

const START_MS = 45000;
const ANSWER_MS = 15000;
const QUIET_MS = 900; // without a pause for this long, a program is done
const REPRODUCTION_MS = 120000;

const PREFERENCES = {
  'devtools.debugger.remote-enabled': true,
  'devtools.debugger.prompt-connection': false,
  'devtools.chrome.enabled': true,
  'dom.ipc.processCount': 1,
  'dom.max_script_run_time': 0,
  'browser.startup.page': 0,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.sessionstore.resume_from_crash': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'termsofuse.bypassNotification': true,
  'toolkit.startup.max_resumed_crashes': -1,
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'network.proxy.type': 1,
  'network.proxy.socks': '127.0.0.1',
  'network.proxy.socks_port': 9,
  'services.settings.server': 'data:,',
  'toolkit.telemetry.server': '',
};

// What the server reports unasked; everything else is an answer.
const EVENTS = new Set(`
  resumed newSource tabListChanged processListChanged addonListChanged tabNavigated frameUpdate
  target-destroyed-form resources-updated-array resources-destroyed-array descriptor-destroyed
`.trim().split(/\s+/));

const browsers = new Set();
function end(browser) {
  browsers.delete(browser);
  try {
    process.kill(-browser.child.pid, 'SIGKILL'); // the browser with all its processes
  } catch (_) {
    // it has ended already
  }
  for (let tries = 0; tries < 50; tries++) {
    try {
      fs.rmSync(browser.folder, { recursive: true, force: true });
      return;
    } catch (_) {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); // something still writes
    }
  }
}
process.on('exit', () => browsers.forEach(end));

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function valueText(value) {
  if (value === null) return 'null';
  if (typeof value !== 'object') return JSON.stringify(value);
  if (value.optimizedOut) return '(optimised away)';
  if (value.uninitialized) return '(uninitialised)';
  if (value.missingArguments) return '(missing arguments)';
  if (value.type === 'object') return value.class;
  if (value.type === 'longString') return JSON.stringify(value.initial);
  return value.type === 'BigInt' ? `${value.text}n` : String(value.type);
}

class Debuggee {
  // Starts the Firefox at `binary` with a page that holds the program.
  static async start(binary, text) {
    const it = new Debuggee();
    it.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'firefox-'));
    const file = (name) => path.join(it.folder, name);
    const line = ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`;
    fs.writeFileSync(file('user.js'), Object.entries(PREFERENCES).map(line).join(''));
    fs.writeFileSync(file('empty.html'), '<!doctype html><meta charset="utf-8"><title>empty</title>');
    fs.writeFileSync(file('program.html'), '<!doctype html><meta charset="utf-8"><title>program</title><body><script src="program.js"></script>');
    fs.writeFileSync(file('program.js'), text);
    it.url = `file://${file('program.js')}`;
    it.page = `file://${file('program.html')}`;
    it.asked = [];
    it.events = [];
    it.child = spawn(
      binary,
      ['--headless', '--no-remote', '--new-instance', '--profile', it.folder, '--start-debugger-server', file('socket'), `file://${file('empty.html')}`],
      {
        stdio: 'ignore',
        detached: true,
        env: { ...process.env, HOME: it.folder, MOZ_CRASHREPORTER_DISABLE: '1', MOZ_REMOTE_SETTINGS_DEVTOOLS: '1', MOZ_DISABLE_AUTO_SAFE_MODE: '1' },
      }
    );
    browsers.add(it);
    await within(it.attach(file('socket')), 'the start of the browser', START_MS);
    return it;
  }

  async attach(socket) {
    this.child.on('error', (error) => {
      this.failed = new Trouble(`cannot start the browser: ${error.message}`);
    });
    for (;;) {
      if (this.failed) throw this.failed;
      this.socket = await new Promise((resolve) => {
        const it = net.connect(socket);
        it.on('connect', () => resolve(it));
        it.on('error', () => resolve(undefined));
      });
      if (this.socket) break;
      await sleep(50);
    }
    let data = Buffer.alloc(0);
    this.socket.on('data', (chunk) => {
      data = Buffer.concat([data, chunk]);
      for (;;) {
        const colon = data.indexOf(':');
        if (colon < 0) return;
        const size = Number(data.toString('latin1', 0, colon));
        if (data.length < colon + 1 + size) return;
        this.hear(JSON.parse(data.toString('utf8', colon + 1, colon + 1 + size)));
        data = data.slice(colon + 1 + size);
      }
    });
    let tab;
    for (;;) {
      const { tabs } = await this.send('root', 'listTabs');
      tab = tabs.find(({ url }) => url.endsWith('/empty.html'));
      if (tab) break;
      await sleep(50);
    }
    this.tab = tab.actor;
    this.watcher = (await this.send(this.tab, 'getWatcher', { isServerTargetSwitchingEnabled: true, isPopupDebuggingEnabled: false })).actor;
    await this.send(this.watcher, 'watchTargets', { targetType: 'frame' });
    this.list = (await this.send(this.watcher, 'getBreakpointListActor')).breakpointList.actor;
    await this.send(this.watcher, 'watchResources', { resourceTypes: ['source', 'document-event'] });
    // Loaded once without any breakpoint, to learn where breakpoints can stand.
    await this.load();
    await this.event('document-event', ({ name }) => name === 'dom-complete');
    const source = this.sources.find(({ url }) => url === this.url);
    if (!source) throw new Trouble('the program was not loaded');
    const { positions } = await this.send(source.actor, 'getBreakpointPositionsCompressed', { query: null });
    this.places = [];
    for (const [line, columns] of Object.entries(positions)) {
      for (const column of columns) this.places.push([Number(line), column]);
    }
    this.places.sort(([l, c], [m, d]) => l - m || c - d);
  }

  async load() {
    this.events = [];
    this.sources = [];
    this.done = false;
    await this.send(this.tab, 'navigateTo', { url: this.page, waitForLoad: false });
  }

  hear(message) {
    const { from, type } = message;
    if (type === 'target-available-form') {
      if (message.target.isTopLevelTarget) this.target = message.target;
    } else if (type === 'resources-available-array') {
      for (const [kind, resources] of message.array) {
        for (const resource of resources) {
          if (kind === 'source') this.sources.push(resource);
          else this.notify(kind, resource);
        }
      }
    } else if (type === 'paused') {
      this.notify('paused', message);
    } else if (type === 'evaluationResult') {
      this.notify('evaluated', message);
    } else if (!message.applicationType && !EVENTS.has(type)) {
      const index = this.asked.findIndex(({ to }) => to === from);
      if (index < 0) return;
      const [{ resolve, reject }] = this.asked.splice(index, 1);
      if (message.error) reject(new Refused(message.message || message.error));
      else resolve(message);
    }
  }

  notify(kind, message) {
    this.events.push([kind, message]);
    if (this.wake) this.wake();
  }

  // The next event that fits.
  async event(kind, fits = () => true, ms = ANSWER_MS) {
    const end = Date.now() + ms;
    for (;;) {
      const index = this.events.findIndex(([other, message]) => other === kind && fits(message));
      if (index >= 0) return this.events.splice(index, 1)[0][1];
      const left = end - Date.now();
      if (left <= 0) return undefined;
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, left);
        this.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  // The protocol itself.
  send(to, type, params = {}) {
    const answer = new Promise((resolve, reject) => this.asked.push({ to, resolve, reject }));
    const body = Buffer.from(JSON.stringify({ to, type, ...params }));
    this.socket.write(Buffer.concat([Buffer.from(`${body.length}:`), body]));
    return within(answer, type, ANSWER_MS);
  }

  // Sets a breakpoint at the first place at or after the one asked for, as
  // Firefox's own tools do: the server takes a place or does nothing.
  async breakpoint(line, column = 0) {
    const at = this.places.find(([l, c]) => l > line || (l === line && c >= column));
    if (!at) throw new Trouble(`no place at or after ${line}:${column}`);
    const location = { sourceUrl: this.url, line: at[0], column: at[1] };
    await this.send(this.list, 'setBreakpoint', { location, options: {} });
    console.log(`  breakpoint at ${at[0]}:${at[1]}`);
    return location;
  }

  async remove(location) {
    await this.send(this.list, 'removeBreakpoint', { location });
    console.log('  that breakpoint is removed');
  }

  // Waits until the program pauses or is done: the page is loaded and nothing
  // has paused for a while.
  async next() {
    for (;;) {
      const paused = await this.event('paused', undefined, this.done ? QUIET_MS : 50);
      if (paused) return this.paused(paused);
      if (this.done) return { finished: true, text: 'finished' };
      if (await this.event('document-event', ({ name }) => name === 'dom-complete', 50)) this.done = true;
      if ((this.waited = (this.waited || 0) + 1) > 200) throw new Trouble('the program does not end');
    }
  }

  async paused({ from, why }) {
    this.waited = 0;
    this.thread = from;
    const { frames } = await this.send(from, 'frames', { start: 0, count: 100 });
    this.frames = frames.map(({ actor, displayName, type, where }) => ({
      actor,
      name: displayName || (type === 'call' ? '(anonymous)' : `(${type})`),
      at: `${where.line}:${where.column}`,
    }));
    const [top] = this.frames;
    return { paused: true, at: top.at, why: why.type, frames: this.frames, text: `paused at ${top.at} in ${top.name}, ${why.type}` };
  }

  async run() {
    await this.load();
    return said('run', await this.next());
  }

  async act(words, kind) {
    if (!this.frames) throw new Trouble(`${words}: not paused`);
    const frameActorID = this.frames[0].actor;
    this.frames = undefined;
    await this.send(this.thread, 'resume', kind ? { resumeLimit: { type: kind }, frameActorID } : { resumeLimit: null });
    return said(words, await this.next());
  }

  continue() {
    return this.act('continue', null);
  }
  stepOver() {
    return this.act('step over', 'next');
  }
  stepIn() {
    return this.act('step in', 'step');
  }
  stepOut() {
    return this.act('step out', 'finish');
  }

  stack() {
    return printStack(this.frames);
  }

  // The scopes of a frame but the global object, innermost first.
  async variables(frame = 0) {
    if (!this.frames) throw new Trouble('not paused');
    const scopes = [];
    let scope = await this.send(this.frames[frame].actor, 'getEnvironment');
    for (; scope && scope.scopeKind !== 'global' && scope.bindings; scope = scope.parent) {
      const variables = {};
      for (const group of [...scope.bindings.arguments, scope.bindings.variables]) {
        for (const [name, { value }] of Object.entries(group)) variables[name] = valueText(value);
      }
      scopes.push({ type: scope.scopeKind || scope.type, variables });
    }
    return printScopes(scopes);
  }

  // Evaluates in the top frame, or in the page when the program is not paused.
  async evaluate(expression) {
    const frameActor = this.frames ? this.frames[0].actor : undefined;
    const { resultID } = await this.send(this.target.consoleActor, 'evaluateJSAsync', { text: expression, frameActor, eager: false, disableBreaks: true });
    const event = await this.event('evaluated', (message) => message.resultID === resultID);
    if (!event) throw new Trouble(`no value of ${expression}`);
    const text = event.hasException ? `throws ${event.exceptionMessage}` : valueText(event.result);
    console.log(`  evaluate ${expression} -> ${text}`);
    return text;
  }

  close() {
    this.socket.destroy();
    end(this);
  }
}

// Starts a fresh Firefox with the program ready to run.
async function script(text) {
  browsers.forEach(end);
  return Debuggee.start(process.argv[2] || process.env.FIREFOX || 'firefox-esr', text);
}

module.exports = {
  reproduce: (body) => reproduce(body, { starters: { script }, debuggerName: 'Firefox', ms: REPRODUCTION_MS }),
};
