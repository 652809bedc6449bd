// The panels beside the programs: what was visible at a step, and what really happened.

function panel(kind, title, body, ...extra) {
  return make("section", { class: "panel " + kind }, make("header", null, make("h2", null, title), ...extra), body);
}

const NEVER_SAME = Symbol("unknown");

// A value in a form that can be compared: there is more than one way to write a string.
function comparable(value) {
  if (value === "?") return NEVER_SAME;
  if (!value.startsWith("\"") && !value.startsWith("'")) return value;
  try { return "text " + JSON.parse(value); } catch { return value; }
}

function disagree(one, other) {
  const [left, right] = [comparable(one), comparable(other)];
  return left !== NEVER_SAME && right !== NEVER_SAME && left !== right;
}

// Whether a value is reported as such, not by its kind.
function isPlain(value) {
  return /^[\d"-]/.test(value) || ["true", "false", "null", "undefined", "NaN", "Infinity"].includes(value);
}

// Whether the debugger reports another value than the logged one. What has no value yet
// and how objects are named is each debugger's own choice.
function isOff(logged, shown) {
  return logged !== "uninitialised" && shown !== "optimised away" && (isPlain(logged) || isPlain(shown)) && disagree(logged, shown);
}

class WitnessLog {
  constructor(side) {
    this.witness = side.witness;
    this.steps = side.steps;
    this.code = side.text.split(/\r\n|[\n\r\u2028\u2029]/);
  }

  values(entry) {
    const packed = this.witness.entries[entry];
    const values = new Map();
    for (let at = 4; at + 1 < packed.length; at += 2) {
      values.set(this.witness.texts[packed[at]], this.witness.texts[packed[at + 1]]);
    }
    return values;
  }

  build() {
    this.body = make("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": "Log of the witness" });
    const before = new Map();
    this.rows = this.witness.entries.map((packed, index) => {
      const [line, column, depth, name] = packed;
      const source = make("span", { class: "source" }, (this.code[line - 1] ?? "").trim().slice(0, 160));
      // Only changes since the function was last seen.
      const key = depth + " " + name;
      const values = this.values(index);
      const known = before.get(key);
      const isNew = ([variable, value]) => !value.startsWith("function") && value !== "uninitialised" && known?.get(variable) !== value;
      const changed = [...values].filter(isNew).map(([variable, value]) => variable + " = " + value.slice(0, 60));
      const changes = changed.slice(0, 12).join("  ");
      before.set(key, values);
      const where = "\u00b7 ".repeat(Math.min(Math.max(depth - 1, 0), 8)) + (this.witness.texts[name] || (depth > 1 ? "(anonymous)" : "top level"));
      const row = make("div", { class: "entry" }, make("span", { class: "at" }, line + ":" + column),
        make("span", { class: "in", title: where }, where), source, make("span", { class: "changes", title: changes }, changes));
      this.body.append(row);
      return row;
    });
    if (this.witness.cut) this.body.append(make("p", { class: "hint" }, "More happened than is kept here."));
    if (this.rows.length === 0) this.body.append(make("p", { class: "hint" }, "No statement ran."));
    return this.body;
  }

  // The entry of a pause.
  entryOf(step) {
    if (step === null) return null;
    // Reading again does not move the program.
    while (step > 0 && !["paused", "finished", "hung", "crashed"].includes(this.steps[step].kind)) step -= 1;
    return this.witness.at[step] ?? null;
  }

  show(step, line) {
    const entry = this.entryOf(step);
    this.rows?.forEach((row, index) => {
      row.classList.toggle("now", index === entry);
      row.classList.toggle("line-of", line !== null && this.witness.entries[index][0] === line);
    });
    if (entry !== null) reveal(this.body, this.rows?.[entry]);
  }
}

// The step that says where the program is paused at `step`: itself, or the last pause before it.
function restOf(side, step) {
  if (step === null) return null;
  for (let at = step; at >= 0; at -= 1) {
    if (["paused", "looked", "finished", "hung", "crashed"].includes(side.steps[at].kind)) return at;
  }
  return step;
}

const SCOPES = { own: "of the function", outer: "of enclosing functions", script: "of the top level" };

// The variables of the chosen steps, one column per session, and what the witness says.
function variablesTable(data, steps, logs, named, isDivergence) {
  const columns = data.sides.map((side, index) => {
    const step = steps[index] === null ? null : side.steps[steps[index]];
    if (!step || !["paused", "looked"].includes(step.kind)) return null;
    const rename = index === 0 && data.renamed ? data.renamed : null;
    const values = new Map();
    for (const [scope, name, value] of step.variables) {
      values.set(rename && name === rename[1] ? rename[0] : name, { scope, value, name });
    }
    return values;
  });
  if (columns.every((column) => column === null)) return null;
  const chosen = data.sides.length === 1 ? 0 : columns[1] === null || data.wrong === "left" ? 0 : 1;
  const truth = steps.map((step, index) => {
    const entry = logs[index]?.entryOf(step) ?? null;
    return entry === null ? null : logs[index].values(entry);
  });
  const witness = truth[chosen] ?? truth.find(Boolean) ?? null;
  const judge = { witness, exact: isExact(data, steps, logs, witness === truth[0] ? 0 : 1) || isDivergence };
  const names = new Map();
  for (const column of columns) for (const [name, it] of column ?? []) if (!names.has(name)) names.set(name, it.scope);
  const head = make("tr", null, make("th", { scope: "col" }, "name"),
    data.sides.map((side, index) => columns[index] && make("th", { scope: "col" }, data.sides.length === 1 ? "debugger" : side.title)),
    witness && make("th", { scope: "col", title: "the entry of the log that fits this pause best" }, "witness"));
  const body = make("tbody");
  let count = 0;
  for (const scope of Object.keys(SCOPES)) {
    const own = [...names].filter(([, kind]) => kind === scope).map(([name]) => name).sort();
    if (own.length === 0) continue;
    body.append(make("tr", { class: "scope" }, make("td", { colspan: "4" }, SCOPES[scope])));
    for (const name of own) {
      const row = variableRow(name, columns, judge, data);
      count += row.classList.contains("differs") ? 1 : 0;
      body.append(row);
    }
  }
  // What can be read there but no debugger shows.
  const hidden = [...witness?.keys() ?? []].filter((name) => !names.has(name) && witness.get(name) !== "?").sort();
  if (hidden.length > 0) {
    body.append(make("tr", { class: "scope" }, make("td", { colspan: "4" }, "seen by the witness only")));
    for (const name of hidden) {
      const row = variableRow(name, columns, judge, data);
      row.classList.toggle("differs", isDivergence && named.has(name));
      count += isDivergence && named.has(name) ? 1 : 0;
      body.append(row);
    }
  }
  return { element: make("table", null, make("thead", null, head), body), differences: count };
}

// Whether a session is paused where the statement of the log begins, so that their values must agree.
function isExact(data, steps, logs, side) {
  const [log, step] = [logs[side], steps[side]];
  const entry = log?.entryOf(step) ?? null;
  const at = step === null || step === undefined ? null : data.sides[side].steps[step].at;
  if (entry === null || !at) return false;
  const [line, column] = log.witness.entries[entry];
  return line === at[0] && column === at[1];
}

function variableRow(name, columns, { witness, exact }, data) {
  const both = columns.length === 2 && columns[0] && columns[1];
  const cells = columns.map((column) => column?.get(name));
  const isAdded = name === data.added;
  let differs = both && !isAdded && (!cells[0] || !cells[1] || disagree(cells[0].value, cells[1].value));
  const truth = witness?.get(name);
  const row = make("tr", null, make("td", null, name));
  columns.forEach((column, index) => {
    if (!column) return;
    const cell = cells[index];
    const isWrong = exact && cell && truth !== undefined && isOff(truth, cell.value);
    if (isWrong && !both) differs = true;
    const renamed = cell && cell.name !== name ? " (as " + cell.name + ")" : "";
    const word = isAdded && index === 0 ? "added by the change" : "not shown";
    row.append(make("td", { class: cell ? (isWrong ? "off" : "") : "absent" }, cell ? cell.value + renamed : word));
  });
  if (witness) row.append(make("td", { class: truth === undefined || truth === "?" ? "absent" : "" }, truth === undefined ? "" : truth === "?" ? "not known" : truth));
  row.classList.toggle("differs", Boolean(differs));
  return row;
}

function stackText(step) {
  return step.frames.map(([name, place]) => (name ? name + " " : "") + place).join(" < ");
}

// The call stacks of the chosen steps, and what a program printed.
function stackList(data, steps) {
  const list = make("dl", { class: "stack" });
  const texts = data.sides.map((side, index) => steps[index] === null ? null : side.steps[steps[index]]);
  data.sides.forEach((side, index) => {
    const step = texts[index];
    if (!step) return;
    const title = data.sides.length === 1 ? "answer" : side.title;
    list.append(make("dt", null, title), make("dd", null, step.frames.length > 0 ? stackText(step) : step.observed));
    if (step.output.length > 0) {
      const text = step.output.slice(0, 60).join("\n") + (step.output.length > 60 ? "\n\u2026" : "");
      const printed = make("dd");
      say(printed, text, "\n").style.whiteSpace = "pre-wrap";
      list.append(make("dt", null, "printed"), printed);
    }
  });
  return list;
}

