// A program with its gutter: breakpoints, pauses, changed code, and where the session is paused.

const LINES_MAX = 3000;
const LINES_AROUND = 150;
const LINE_LENGTH_MAX = 3000;
const KEYWORDS = new Set(("async await break case catch class const continue debugger default delete do else " +
  "export extends false finally for from function get if import in instanceof let new null of return set " +
  "static super switch this throw true try typeof undefined var void while with yield").split(" "));
const TOKEN = /(\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\\\n\r]|\\[^])*"?|'(?:[^'\\\n\r]|\\[^])*'?|`(?:[^`\\]|\\[^])*`?)|((?<![\w$])(?:0[xXbBoO][\da-fA-F_]+|\d[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?\d+)?)n?)|([A-Za-z_$][\w$]*)/g;

// The lines of a text, each with the ranges that have a colour.
function colouredLines(text) {
  const lines = [];
  let start = 0;
  for (const end of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) {
    lines.push({ start, text: text.slice(start, end.index), ranges: [] });
    start = end.index + end[0].length;
  }
  if (start < text.length || lines.length === 0) lines.push({ start, text: text.slice(start), ranges: [] });
  let index = 0;
  for (const token of text.matchAll(TOKEN)) {
    const kind = token[1] !== undefined ? "c" : token[2] !== undefined ? "s" : token[3] !== undefined ? "n"
      : KEYWORDS.has(token[4]) ? "k" : "";
    if (!kind) continue;
    const end = token.index + token[0].length;
    while (index < lines.length - 1 && lines[index + 1].start <= token.index) index += 1;
    for (let at = index; at < lines.length && lines[at].start < end; at += 1) {
      const line = lines[at];
      line.ranges.push([Math.max(0, token.index - line.start), Math.min(line.text.length, end - line.start), kind]);
    }
  }
  return lines;
}

class CodeView {
  constructor(side, changedClass) {
    this.side = side;
    this.rows = new Map();
    this.lines = colouredLines(side.text);
    for (const [line, from, to] of side.marks) this.lines[line - 1]?.ranges.push([from, to, changedClass]);
    this.visits = new Map();
    side.steps.forEach((step, index) => {
      if (step.kind === "paused" && step.at) {
        this.visits.set(step.at[0], [...(this.visits.get(step.at[0]) ?? []), index + 1]);
      }
    });
    this.body = make("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": "Program of " + side.title });
    this.body.append(this.build());
  }

  build() {
    const inner = make("div", { class: "lines" });
    const shown = this.shownLines();
    let gap = 0;
    const close = () => {
      if (gap > 0) inner.append(make("div", { class: "line gap" }, "        \u2026 " + gap + " lines"));
      gap = 0;
    };
    this.lines.forEach((line, index) => {
      if (shown && !shown.has(index + 1)) { gap += 1; return; }
      close();
      inner.append(this.row(index + 1));
    });
    close();
    return inner;
  }

  // Of a very long program, the lines around what happened; nothing means all.
  shownLines() {
    if (this.lines.length <= LINES_MAX) return null;
    const shown = new Set();
    const points = [1, ...this.visits.keys(), ...this.side.marks.map((mark) => mark[0]),
      ...this.side.breakpoints.flatMap((it) => [it.asked[0], it.at?.[0] ?? 1])];
    for (const point of points) {
      for (let line = point - LINES_AROUND; line <= point + LINES_AROUND; line += 1) shown.add(line);
    }
    return shown;
  }

  row(number) {
    const visits = this.visits.get(number) ?? [];
    const text = visits.length > 3 ? visits.slice(0, 2).join(" ") + " +" + (visits.length - 2) : visits.join(" ");
    const row = {
      stop: make("span", { class: "stop" }),
      source: make("span", { class: "source" }),
      note: make("span", { class: "note" }),
    };
    row.element = make("div", { class: "line" }, row.stop, make("span", { class: "no" }, String(number)),
      make("span", { class: "visits", title: visits.length > 0 && "paused here at step " + visits.join(", ") }, text),
      row.source, row.note);
    this.rows.set(number, row);
    this.paint(number, null);
    return row.element;
  }

  // Rewrites the text of a line, with the token at `caret` framed.
  paint(number, caret) {
    const line = this.lines[number - 1];
    const target = this.rows.get(number)?.source;
    if (!line || !target) return;
    target.replaceChildren();
    const ranges = [...line.ranges];
    if (caret !== null && caret <= line.text.length) {
      const word = /^(?:[\w$]+|[^\s\w$]|$)/u.exec(line.text.slice(caret))?.[0].length ?? 0;
      ranges.push([caret, caret + Math.max(word, 1), "caret"]);
    }
    const limit = Math.min(line.text.length, LINE_LENGTH_MAX);
    const edges = new Set([0, limit]);
    for (const [from, to] of ranges) { edges.add(Math.min(from, limit)); edges.add(Math.min(to, limit)); }
    const sorted = [...edges].sort((a, b) => a - b);
    for (let index = 0; index + 1 < sorted.length; index += 1) {
      const [from, to] = [sorted[index], sorted[index + 1]];
      const classes = ranges.filter(([a, b]) => a <= from && to <= b).map((range) => range[2]);
      const part = line.text.slice(from, to);
      if (classes.length > 0) say(target.appendChild(make("span", { class: classes.join(" ") })), part, "\t");
      else say(target, part, "\t");
    }
    if (caret !== null && caret >= line.text.length) target.append(make("span", { class: "caret" }, " "));
    if (limit < line.text.length) {
      target.append(make("span", { class: "gap" }, " \u2026 " + (line.text.length - limit) + " characters"));
    }
  }

  // Shows the session after step `index`; without one, nothing is current.
  show(index, isBad) {
    for (const row of this.rows.values()) {
      row.element.classList.remove("now", "bad", "caller");
      row.stop.replaceChildren();
      row.note.replaceChildren();
    }
    if (this.current) this.paint(this.current, null);
    this.current = null;
    this.showBreakpoints(index ?? this.side.steps.length);
    if (index === null) return;
    // A step without a pause leaves the program where it was.
    let at = index;
    while (at > 0 && !["paused", "finished", "hung", "crashed"].includes(this.side.steps[at].kind)) at -= 1;
    const step = this.side.steps[index].kind === "breakpoint-set" ? this.side.steps[index] : this.side.steps[at];
    const row = step.at && this.rows.get(step.at[0]);
    if (!row) return;
    row.element.classList.add("now");
    row.element.classList.toggle("bad", isBad);
    this.current = step.at[0];
    this.paint(this.current, step.at[1]);
    reveal(this.body, row.element.querySelector(".caret") ?? row.element, true);
  }

  showBreakpoints(index) {
    for (const it of this.side.breakpoints) {
      if (it.from > index) continue;
      const isGone = it.to !== null && it.to <= index;
      const condition = it.condition === null ? "" : " if " + it.condition;
      const asked = it.asked.join(":");
      if (it.at === null) {
        this.mark(it.asked[0], "\u2298", "breakpoint asked for at " + asked + " was refused", "asked for " + asked + ": refused");
        continue;
      }
      const slid = it.at[0] !== it.asked[0] || it.at[1] !== it.asked[1];
      const actual = it.at.join(":");
      const title = "breakpoint " + (slid ? "asked for at " + asked + ", stands at " + actual : "at " + actual) + condition + (isGone ? ", removed" : "");
      if (it.at[0] !== it.asked[0]) {
        this.mark(it.asked[0], it.at[0] > it.asked[0] ? "\u21b4" : "\u21b1", title, "asked for " + asked + " \u2192 " + actual);
      }
      const note = (it.at[0] === it.asked[0] && slid ? asked + " \u2192 " + actual : "") + condition;
      this.mark(it.at[0], isGone ? "\u25cb" : "\u25cf", title, note.trim());
    }
  }

  mark(line, sign, title, note) {
    const row = this.rows.get(line);
    if (!row) return;
    if (row.stop.textContent !== "\u25cf") row.stop.textContent = sign;
    row.stop.setAttribute("title", visible(title));
    row.stop.setAttribute("aria-label", visible(title));
    row.stop.setAttribute("role", "img");
    if (note && !row.note.textContent.includes(visible(note))) {
      say(row.note, (row.note.textContent ? ", " : "") + note);
    }
  }
}

