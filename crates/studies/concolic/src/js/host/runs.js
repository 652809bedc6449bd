// One input through one relation. `where` is what was running when something is thrown.
let where = '';
const truth = value => (trace ? trace.truth(value) : !!value);
// Return values of a program that cannot be run to their end honestly.
class Refusal extends Error {}
const { then: nativeThen } = Promise.prototype, { resolve: nativeResolve } = Promise, NativePromise = Promise;
const { apply: call_, getPrototypeOf } = Reflect, { toString: nativeTag } = Object.prototype;
const isThenable = value => isObject(value) && typeof value.then === 'function';
const isIterator = value => isObject(value) && /Generator|Iterator/.test(call_(nativeTag, value, []));
let awaits = false;
// All waiting promise jobs. If one of them runs out of fuel, the engine stops here.
function finishJobs() { if (!runJobs()) for (;;); }
// What a function of the program returned, or what its promise was fulfilled with.
function settled(value) {
  finishJobs();
  if (!isThenable(value)) {
    if (isObject(value) && typeof value[Symbol.asyncIterator] === 'function') {
      throw new Refusal(`${where} returns an async generator; make it an async function that returns a list of what it yields`);
    }
    return value;
  }
  awaits = true;
  let state = 'pending', result;
  call_(nativeThen, call_(nativeResolve, NativePromise, [value]), [
    given => { state = 'fulfilled'; result = given; },
    reason => { state = 'rejected'; result = reason; },
  ]);
  finishJobs();
  if (state === 'rejected') throw result;
  if (state === 'pending') throw new TypeError(`${where} returns a promise that is never settled`);
  return result;
}
// An answer of yes or no: a generator would always be yes.
function decided(value) {
  const answer = settled(value);
  if (isIterator(answer)) throw new Refusal(`${where} returns a generator, which counts as true whatever it yields; return a truth value`);
  return answer;
}
// How P is called on a copy, without argument lists in between if possible.
const call = (work, input) => { restart(); return arity === 1 ? work(copy(input)) : work(...copy(input)); };
function isValid(input) {
  if (trace) trace.phase(0);
  where = 'valid';
  return !program.valid || truth(decided(call(program.valid, input)));
}
// What a generator still has to do belongs to the run of P that made it, although M asks for it.
function within(phase, output) {
  if (!trace || !isIterator(output)) return output;
  const result = Object.create(getPrototypeOf(output));
  for (const name of ['next', 'return', 'throw']) {
    if (typeof output[name] !== 'function') continue;
    result[name] = (...values) => {
      trace.phase(phase);
      try {
        const { done, value } = output[name](...values);
        return { done, value: concrete(value) };
      } finally { trace.phase(-1); }
    };
  }
  return result;
}
function run(input, phase) {
  if (trace) trace.phase(phase);
  where = 'P';
  return within(phase, settled(call(program.P, input)));
}
const first = input => run(input, 1);
function followUpsOf(relation, input) {
  if (trace) trace.phase(2);
  where = 'T';
  let followUps = settled(call(relation.T, input));
  if (isIterator(followUps)) followUps = [...followUps];
  if (!Array.isArray(followUps) || followUps.length === 0) throw new TypeError('T must return a list of follow-up inputs');
  for (let index = 0; index < followUps.length; index++) {
    const followUp = settled(followUps[index]);
    if (followUp !== followUps[index]) followUps[index] = followUp;
    if (arity !== 1 && !Array.isArray(followUp)) throw new TypeError('each follow-up input must be a list of arguments');
  }
  return followUps;
}
function rest(relation, input, output, known) {
  const followUps = known ?? followUpsOf(relation, input);
  const outputs = [output];
  for (let index = 0; index < followUps.length; index++) outputs.push(run(followUps[index], 3 + index));
  if (trace) trace.phase(-1);
  where = 'M';
  restart();
  const shown = trace ? outputs.map(output => concrete(output)) : outputs;
  const inputs = trace ? [concrete(input), ...concrete(followUps)] : [input, ...followUps];
  const holds = decided(relation.M(...shown, { inputs, outputs: shown }));
  return { verdict: holds ? 'pass' : 'fail', outputs: shown, followUps };
}
const crash = error => (error instanceof Refusal ? { verdict: 'refused', where, message: error.message } : { verdict: 'crash', where, message: message(error) });
function attempt(relation, input) {
  try {
    return isValid(input) ? rest(relation, input, first(input)) : { verdict: 'invalid' };
  } catch (error) { return crash(error); }
}
// An input from outside, as text, through the gate and through one relation.
function admit(name, text, prepared = input => input) {
  const input = JSON.parse(text), reason = outside(input);
  return reason === null ? attempt(program.relations[name], prepared(input)) : { verdict: 'outside', where: 'domain', message: reason };
}

function traced(value) {
  let index = 0;
  const walk = part => {
    if (typeof part === 'number' || typeof part === 'boolean') return trace.leaf(part, index++);
    if (typeof part === 'string') {
      const units = [];
      for (let at = 0; at < part.length; at++) units.push(trace.leaf(part.charCodeAt(at), index++));
      return trace.text(units);
    }
    if (!isObject(part)) return part;
    if (Array.isArray(part)) return part.map(walk);
    const result = {};
    for (const key of Object.keys(part)) result[key] = walk(part[key]);
    return result;
  };
  return walk(value);
}

const GUESSES = [{ array: 'int', length: [1, 6] }, 'int', { string: 'abc', length: [1, 6] }, { matrix: 'int', rows: [1, 4] }, 'boolean', { tree: 'int' }];
function guess(seed) {
  let best = null;
  const choose = (left, chosen) => {
    if (left === 0) {
      const make = random => (arity === 1 ? produce(chosen[0], random) : chosen.map(domain => produce(domain, random)));
      let score = 0;
      for (let index = 0; index < CASES_PER_GUESS; index++) {
        const input = make(generator(seed, index));
        for (const name of names) {
          const { verdict } = attempt(program.relations[name], input);
          if (verdict === 'pass' || verdict === 'fail') score++;
        }
      }
      if (best === null || score > best.score) best = { score, chosen };
      return;
    }
    for (const domain of GUESSES) {
      if (best !== null && best.score === CASES_PER_GUESS * names.length) return;
      choose(left - 1, [...chosen, domain]);
    }
  };
  choose(arity, []);
  return best.score > 0 ? best.chosen : null;
}

// An input with what does not depend on P; shared by all mutants of a program.
let cache = null;
let made = null;
function prepare(random) {
  made = null;
  const input = made = program.generate ? program.generate(random) : arity === 1 ? produce(domains[0], random) : domains.map(domain => produce(domain, random));
  const reason = outside(input);
  return { input, outside: reason, valid: reason === null && isValid(input), followUps: {} };
}

// Whether the same input has a smaller number. Failing inputs are identified by it alone.
const numbers = new Map();
function isKnown(entry, index) {
  if (entry.known === undefined) {
    const key = JSON.stringify(entry.input), number = numbers.get(key);
    if (number === undefined) numbers.set(key, index);
    entry.known = number !== undefined && number < index;
  }
  return entry.known;
}
const isCopyable = value => {
  if (!isObject(value)) return typeof value !== 'function';
  if (Array.isArray(value)) { for (let at = 0; at < value.length; at++) if (!isCopyable(value[at])) return false; return true; }
  if (getPrototypeOf(value) !== Object.prototype) return false;
  for (const key of Object.keys(value)) if (!isCopyable(value[key])) return false;
  return true;
};
// The same as `rest` without a trace, for many inputs. M may change its arguments.
function check(name, entry, output) {
  const relation = program.relations[name], { input, followUps } = entry;
  const inputs = followUps[name] ??= followUpsOf(relation, input);
  if (inputs.length === 1 && relation.M.length === 2 && cache !== null) {
    const second = run(inputs[0], 3);
    where = 'M';
    return decided(relation.M(output, second));
  }
  const own = isCopyable(output) ? copy(output) : first(input);
  return rest(relation, input, own, inputs).verdict === 'pass';
}

const host = {
  show,
  // Uses the P of another module with everything else of the first.
  adopt(exported) { program.P = exported.P; cache ??= []; },
  install(exported) {
    const { events } = trace?.end() ?? { events: [] };
    host.loaded = () => events;
    const { P, relations, valid, generate, domain } = exported;
    program = { P, relations, valid, generate, domain };
    const problems = [];
    if (typeof program.P !== 'function') problems.push('it must export a function P');
    if (typeof program.relations !== 'object' || program.relations === null) problems.push('it must export relations');
    else {
      names = Object.keys(program.relations);
      if (names.length === 0) problems.push('relations is empty');
      for (const name of names) {
        const { T, M } = program.relations[name] ?? {};
        if (typeof T !== 'function' || typeof M !== 'function') problems.push(`relation ${name} must have functions T and M`);
      }
    }
    if (program.valid !== undefined && typeof program.valid !== 'function') problems.push('valid must be a function');
    if (program.generate !== undefined && typeof program.generate !== 'function') problems.push('generate must be a function');
    if (problems.length === 0) {
      arity = program.P.length;
      if (arity === 0) problems.push('P must have a parameter');
      domains = program.domain ?? null;
      if (domains !== null && arity !== 1 && (!Array.isArray(domains) || domains.length !== arity)) {
        problems.push(`domain must be a list with one entry for each of the ${arity} parameters of P`);
      }
      if (domains !== null && arity === 1 && !Array.isArray(domains)) domains = [domains];
      if (domains !== null && problems.length === 0) {
        for (const kind of domains) { const problem = kindProblem(kind); if (problem !== null) problems.push(`its domain cannot be used: ${problem}`); }
      }
    }
    return JSON.stringify({ problems, names, arity, domain: domains, generates: typeof program.generate === 'function' });
  },
  // How inputs are made, if the program does not say so.
  guess(seed) {
    if (!program.generate && domains === null) domains = guess(seed);
    return JSON.stringify(domains);
  },
  // Inputs stay in this domain, which another engine guessed.
  restrict(text) { domains = JSON.parse(text); },
  // Tests inputs `from` to `to`. If that is interrupted, `reached` has the results until then.
  search(seed, from, to, wanted) {
    const found = [], counts = { invalid: 0, outside: 0, crash: 0, pass: 0, fail: 0, memory: 0 };
    let thrown = null, excluded = null, refused = null, at = from;
    host.reached = () => JSON.stringify({ found, counts, crash: thrown, excluded, refused, at });
    const want = JSON.parse(wanted);
    for (let index = from; index < to; index++) {
      at = index;
      refuel();
      let entry = cache?.[index], isOpen = false, output, problem = null;
      try {
        where = 'generate';
        entry ??= prepare(generator(seed, index));
        if (cache !== null) cache[index] = entry;
        if (cache !== null && entry.valid && isKnown(entry, index)) {
          // P has no memory, so an input that was tested before has the same verdicts.
          for (const name of names) if (want[name] > 0) { counts.pass++; isOpen = true; }
          at = index + 1;
          if (!isOpen) break;
          continue;
        }
        if (entry.valid) output = first(entry.input);
        else if (entry.outside === null) { counts.invalid++; problem = 'invalid'; }
        else { counts.outside++; excluded ??= entry.outside; problem = 'invalid'; }
      } catch (error) { problem = crash(error); }
      const input = entry?.input ?? made;
      for (const name of names) {
        if (!(want[name] > 0)) continue;
        isOpen = true;
        if (problem === 'invalid') break;
        let verdict = 'crash';
        if (problem === null) {
          try { verdict = check(name, entry, output) ? 'pass' : 'fail'; } catch (error) { problem = crash(error); }
        }
        if (problem?.verdict === 'refused') { refused = problem.message; return host.reached(); }
        counts[verdict]++;
        if (verdict === 'crash' && problem.message.endsWith('out of memory')) counts.memory++;
        if (verdict === 'crash' && thrown === null) thrown = { where: problem.where, message: problem.message, input, relation: name };
        if (verdict === 'crash') problem = problem.where === 'P' && output === undefined ? problem : null;
        if (verdict === 'fail') { want[name]--; found.push({ relation: name, input }); }
      }
      at = index + 1;
      if (!isOpen || found.length >= 10 || counts.memory > 0) break;
    }
    return host.reached();
  },
  // An input of the domain, or null.
  make(seed, index) {
    const { input, outside } = prepare(generator(seed, index));
    return JSON.stringify(outside === null ? input : null);
  },
  judge(name, input) {
    const { verdict, where, message } = admit(name, input);
    return JSON.stringify({ verdict, where, message });
  },
  verdict(name, input) { return admit(name, input).verdict; },
  details(name, input) {
    awaits = false;
    const { verdict, outputs, followUps } = admit(name, input);
    return JSON.stringify({ verdict, awaits, outputs: (outputs ?? []).map(value => show(value)), followUps: (followUps ?? []).map(value => show(value)) });
  },
  trace(name, input, watch) {
    trace.begin(watch);
    const result = admit(name, input, traced);
    const { nodes, events, overflow, watched } = trace.end();
    return [result.verdict, result.where ?? '', result.message ?? '', overflow, nodes, events, JSON.stringify(watched)];
  },
  // Where a traced run uses concrete values, each place with how often.
  lost(name, input) {
    trace.begin(undefined, true);
    admit(name, input, traced);
    return JSON.stringify(trace.lost());
  },
};
Object.defineProperty(globalThis, 'debunkHost', { value: host, enumerable: false });
