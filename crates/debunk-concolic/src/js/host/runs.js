// One input through one relation. `where` tells what was running when something is thrown.
let where = '';
const truth = value => (trace ? trace.truth(value) : !!value);
// How P is called on a copy, without lists of arguments in between where that can be avoided.
const call = (work, input) => (arity === 1 ? work(copy(input)) : work(...copy(input)));
function isValid(input) {
  if (trace) trace.phase(0);
  where = 'valid';
  return !program.valid || truth(call(program.valid, input));
}
function first(input) {
  if (trace) trace.phase(1);
  where = 'P';
  return call(program.P, input);
}
function rest(relation, input, output, known) {
  if (trace) trace.phase(2);
  where = 'T';
  const followUps = known ?? call(relation.T, input);
  if (!Array.isArray(followUps) || followUps.length === 0) throw new TypeError('T must return a list of follow-up inputs');
  const outputs = [output];
  for (let index = 0; index < followUps.length; index++) {
    const followUp = followUps[index];
    if (arity !== 1 && !Array.isArray(followUp)) throw new TypeError('each follow-up input must be a list of arguments');
    if (trace) trace.phase(3 + index);
    where = 'P';
    outputs.push(call(program.P, followUp));
  }
  if (trace) trace.phase(-1);
  where = 'M';
  const shown = trace ? outputs.map(output => concrete(output)) : outputs;
  const inputs = trace ? [concrete(input), ...concrete(followUps)] : [input, ...followUps];
  const holds = relation.M(...shown, { inputs, outputs: shown });
  return { verdict: holds ? 'pass' : 'fail', outputs: shown, followUps };
}
const crash = error => ({ verdict: 'crash', where, message: message(error) });
function attempt(relation, input) {
  try {
    return isValid(input) ? rest(relation, input, first(input)) : { verdict: 'invalid' };
  } catch (error) { return crash(error); }
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
  return { input, valid: isValid(input), followUps: {} };
}

// Whether the same input has a smaller number. Those that failed are found again by it alone.
const numbers = new Map();
function isKnown(entry, index) {
  if (entry.known === undefined) {
    const key = JSON.stringify(entry.input), number = numbers.get(key);
    if (number === undefined) numbers.set(key, index);
    entry.known = number !== undefined && number < index;
  }
  return entry.known;
}
// The same as `rest` without a trace, for many inputs.
function check(name, entry, output) {
  const relation = program.relations[name], { input, followUps } = entry;
  where = 'T';
  const inputs = followUps[name] ??= call(relation.T, input);
  if (!Array.isArray(inputs) || inputs.length === 0) throw new TypeError('T must return a list of follow-up inputs');
  where = 'P';
  if (inputs.length === 1 && relation.M.length === 2 && cache !== null) {
    const second = call(program.P, inputs[0]);
    where = 'M';
    return relation.M(output, second);
  }
  return rest(relation, input, copy(output), inputs).verdict === 'pass';
}

const host = {
  show,
  // Uses the P of another module with everything else of the first.
  adopt(exported) { program.P = exported.P; cache ??= []; },
  install(exported) {
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
    }
    return JSON.stringify({ problems, names, arity, domain: domains, generates: typeof program.generate === 'function' });
  },
  // How inputs are made, when the program does not say it.
  guess(seed) {
    if (!program.generate && domains === null) domains = guess(seed);
    return JSON.stringify(domains);
  },
  // Tests inputs `from` to `to`. When that is interrupted, `reached` tells what came of it until then.
  search(seed, from, to, wanted) {
    const found = [], counts = { invalid: 0, crash: 0, pass: 0, fail: 0, memory: 0 };
    let thrown = null, at = from;
    host.reached = () => JSON.stringify({ found, counts, crash: thrown, at });
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
          // P has no memory, so that an input that was looked at before has the same verdicts.
          for (const name of names) if (want[name] > 0) { counts.pass++; isOpen = true; }
          at = index + 1;
          if (!isOpen) break;
          continue;
        }
        if (entry.valid) output = first(entry.input);
        else { counts.invalid++; problem = 'invalid'; }
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
  make: (seed, index) => JSON.stringify(prepare(generator(seed, index)).input),
  judge(name, input) {
    const result = attempt(program.relations[name], JSON.parse(input));
    return JSON.stringify({ verdict: result.verdict, where: result.where, message: result.message });
  },
  verdict(name, input) { return attempt(program.relations[name], JSON.parse(input)).verdict; },
  details(name, input) {
    const { verdict, outputs, followUps } = attempt(program.relations[name], JSON.parse(input));
    return JSON.stringify({ verdict, outputs: (outputs ?? []).map(value => show(value)), followUps: (followUps ?? []).map(value => show(value)) });
  },
  trace(name, input, watch) {
    trace.begin(watch);
    const result = attempt(program.relations[name], traced(JSON.parse(input)));
    const { nodes, events, overflow, watched } = trace.end();
    return [result.verdict, result.where ?? '', result.message ?? '', overflow, nodes, events, JSON.stringify(watched)];
  },
};
Object.defineProperty(globalThis, 'debunkHost', { value: host, enumerable: false });
