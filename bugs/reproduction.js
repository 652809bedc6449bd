'use strict';
// What all reproductions in JavaScript share: limits of time, errors that say what failed, and the report at the end.
// Needs nothing but node.

class Trouble extends Error {}
class Refused extends Error {}
class NotApplicable extends Trouble {}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(2));

// Waits at most `ms` milliseconds for a promise.
function within(promise, what, ms) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Trouble(`no answer to ${what} within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function numbered(text) {
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line, i) => `  ${String(i + 1).padStart(2)} | ${line}`).join('\n');
}

// Prints what a session answered.
function said(words, stop) {
  console.log(`  ${words} -> ${stop.text}`);
  return stop;
}

// Prints the call stack of a pause, and returns it.
function printStack(frames) {
  const text = frames.map(({ name, at }) => `${name} ${at}`).join(' < ');
  console.log(`  call stack -> ${text}`);
  return text;
}

// Prints scopes of variables, and returns them.
function printScopes(scopes) {
  const text = scopes.map(({ type, variables }) => `${type} ${JSON.stringify(variables)}`).join(', ');
  console.log(`  variables -> ${text}`);
  return scopes;
}

// Runs a reproduction within `ms` milliseconds. `body` gets the functions of `starters`, by name: each starts a fresh
// debugger with a program that is ready to run. It answers { shows, expected, actual }.
async function reproduce(body, { starters, debuggerName, ms }) {
  setTimeout(() => {
    console.log('trouble: took too long');
    process.exit(2);
  }, ms).unref();
  let shown;
  const shownFirst = (start) => async (text) => {
    text = text.replace(/^\n|\n$/g, '');
    const session = await start(text);
    if (shown !== text) console.log(`the program:\n${numbered(text)}`);
    shown = text;
    console.log('the session:');
    return session;
  };
  try {
    const loaders = Object.entries(starters).map(([name, start]) => [name, shownFirst(start)]);
    const { shows, expected, actual } = await body(Object.fromEntries(loaders));
    console.log(`expected: ${expected}`);
    console.log(`actual:   ${actual}`);
    console.log(shows ? 'the bug shows' : 'the bug does not show');
    process.exit(shows ? 1 : 0);
  } catch (error) {
    if (error instanceof NotApplicable) console.log(`trouble: this ${debuggerName} cannot run the program: ${error.message}`);
    else console.log(`trouble: ${error instanceof Trouble || error instanceof Refused ? error.message : error.stack}`);
    process.exit(2);
  }
}

module.exports = { NotApplicable, Refused, Trouble, printScopes, printStack, reproduce, said, within };
