// The view of one finding.

class FindingView {
  constructor(head, data, reproduction, position, count, go) {
    this.head = head;
    this.data = data;
    this.row = 0;
    this.go = go;
    const isPair = data.sides.length === 2;
    const isWrong = (index) => data.wrong === "both" || data.wrong === (index === 0 ? "left" : "right");
    this.codes = data.sides.map((side, index) => new CodeView(side, isPair && index === 0 ? "removed" : "inserted"));
    this.logs = data.sides.map((side) => side.witness ? new WitnessLog(side) : null);
    this.values = make("div", { class: "panel-body", tabindex: "0", role: "region", "aria-label": "Variables" });
    this.differences = make("span", { class: "right" });
    const work = make("div", { class: "work " + (isPair ? "pair" : "alone") });
    this.codes.forEach((code, index) => {
      const side = data.sides[index];
      const name = side.file.split("/").pop();
      const section = panel("code", side.title, code.body, make("span", { class: "file" }, name),
        isPair && isWrong(index) && head.proven && make("span", { class: "right liar" }, "is wrong"));
      section.classList.toggle("wrong", head.proven && isWrong(index));
      work.append(section);
    });
    work.append(this.tracePanel(isPair), panel("values", "Variables", this.values, this.differences), this.logPanel());
    this.element = make("div", null, this.walkBar(position, count), this.headline(), work, this.take(reproduction));
  }

  walkBar(position, count) {
    return make("nav", { class: "walk", "aria-label": "Findings" },
      make("a", { href: "#/" }, "\u2190 all findings"),
      make("span", { class: "place" }, (position + 1) + " of " + count),
      make("button", { type: "button", disabled: position === 0, onclick: () => this.go(-1) }, "Before ", make("kbd", null, "p")),
      make("button", { type: "button", disabled: position + 1 >= count, onclick: () => this.go(1) }, "Next ", make("kbd", null, "n")));
  }

  headline() {
    const { head, data } = this;
    const proofs = head.proof.filter((proof) => proof !== head.sentence);
    return make("div", null,
      make("div", { class: "headline" }, make("h1", { tabindex: "-1" }, head.sentence),
        make("span", { class: "badge" + (head.proven ? " proven" : "") }, head.verdict)),
      make("div", { class: "proofs" + (head.proven ? "" : " open") },
        make("p", null, head.proven && make("b", null, "Proven: "), (head.proven ? data.verdict : data.verdict.charAt(0).toUpperCase() + data.verdict.slice(1)) + "."),
        proofs.map((proof) => make("p", null, proof))),
      make("dl", { class: "facts" }, data.facts.map(([name, fact]) => make("div", null, make("dt", null, name), make("dd", null, fact)))));
  }

  tracePanel(isPair) {
    const { rows, sides, divergence } = this.data;
    this.buttons = [];
    const list = make("ol", { class: "trace" }, rows.map((row, index) => {
      const cells = [row.left, row.right].slice(0, sides.length).map((at, side) => this.cell(sides[side], at));
      const button = make("button", { type: "button", tabindex: "-1", onclick: () => this.show(index, true) }, cells);
      this.buttons.push(button);
      return make("li", { class: index === divergence ? "divergence" : row.same ? "same" : "" }, button);
    }));
    const body = make("div", { class: "panel-body" }, list);
    this.traceBody = body;
    return panel("steps", isPair ? "Both traces" : "Trace", body,
      divergence !== null && make("span", { class: "right" }, make("button", { type: "button", class: "toggle", onclick: () => this.show(divergence, true) }, "contradiction ", make("kbd", null, "d"))));
  }

  cell(side, at) {
    if (at === null) return make("span", { class: "cell none" });
    const step = side.steps[at];
    return make("span", { class: "cell " + step.kind }, make("span", { class: "step-no" }, String(at + 1)),
      make("span", null, step.action, make("span", { class: "observed" }, step.observed)));
  }

  logPanel() {
    const known = this.logs.map((log, index) => log ? index : -1).filter((index) => index >= 0);
    if (known.length === 0) {
      const hint = make("p", { class: "hint" }, "What really happened is not known: the program could not be witnessed without changing what it does, or the finding is from a debunk that kept no log.");
      return panel("log", "Witness", hint);
    }
    this.logHost = make("div");
    this.toggles = known.length < 2 ? [] : known.map((index) => make("button", { type: "button", class: "toggle", "aria-pressed": "false", onclick: () => this.showLog(index) }, this.data.sides[index].title));
    const section = panel("log", "Witness", this.logHost,
      make("span", { class: "file" }, "what really ran, without a debugger"), make("span", { class: "right" }, this.toggles));
    this.known = known;
    this.logChosen = known.includes(1) && this.data.wrong !== "left" ? 1 : known[0];
    this.showLog(this.logChosen);
    return section;
  }

  showLog(index) {
    this.logChosen = index;
    const log = this.logs[index];
    this.logHost.replaceChildren(log.body ?? log.build());
    this.toggles.forEach((toggle, place) => toggle.setAttribute("aria-pressed", String(this.known[place] === index)));
    this.refreshLog();
  }

  otherLog() {
    const other = this.known?.find((index) => index !== this.logChosen);
    if (other !== undefined) this.showLog(other);
  }

  refreshLog() {
    if (!this.logHost || !this.rests) return;
    const step = this.rests[this.logChosen];
    const at = step === null ? null : this.data.sides[this.logChosen].steps[step].at;
    this.logs[this.logChosen].show(step, at ? at[0] : null);
  }

  // The step of a side that belongs to a row: its own, else the last one before it.
  stepAt(row, side) {
    const key = side === 0 ? "left" : "right";
    for (let at = row; at >= 0; at -= 1) {
      const step = this.data.rows[at][key];
      if (step !== null) return step;
    }
    return null;
  }

  show(row, isChosen) {
    const { rows, sides, divergence } = this.data;
    if (rows.length === 0) return;
    this.row = Math.max(0, Math.min(rows.length - 1, row));
    this.buttons.forEach((button, index) => {
      if (index === this.row) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      button.tabIndex = index === this.row ? 0 : -1;
    });
    reveal(this.traceBody, this.buttons[this.row]);
    this.codes.forEach((code, side) => code.show(this.stepAt(this.row, side), this.row === divergence));
    this.steps = sides.map((_, side) => side === 0 ? rows[this.row].left : rows[this.row].right);
    this.rests = this.steps.map((step, side) => restOf(sides[side], step));
    this.showValues();
    this.refreshLog();
    if (isChosen) {
      const observed = this.steps.map((step, side) => step === null ? "" : sides[side].steps[step].observed).filter(Boolean);
      announce("Step " + (this.row + 1) + ": " + observed.join("; "));
      this.go(0);
    }
  }

  showValues() {
    const named = new Set([this.head.sentence, ...this.head.proof].join(" ").match(/[\p{L}\p{N}_$]+/gu) ?? []);
    const table = variablesTable(this.data, this.rests, this.logs, named, this.row === this.data.divergence);
    this.values.replaceChildren(stackList(this.data, this.steps),
      table ? table.element : make("p", { class: "hint" }, "This step shows no variables."));
    this.differences.replaceChildren();
    if (table) say(this.differences, table.differences === 0 ? "" : table.differences === 1 ? "1 difference" : table.differences + " differences");
  }

  take(reproduction) {
    const { data, head } = this;
    const block = (title, text, what) => make("details", null,
      make("summary", null, title, copyButton(() => text, what)), say(make("pre", { class: "text", tabindex: "0" }), text, "\n\t"));
    const link = indexData.beside && make("a", { href: fileAddress(head.folder) + "/" }, head.folder);
    return make("section", { class: "take" }, make("h2", null, "Run it again"),
      make("div", { class: "row" }, make("pre", { class: "command" }, data.replay), copyButton(() => data.replay, "the command"), link),
      reproduction !== null && block("A script that shows it without debunk", reproduction, "the script"),
      data.markdown && block("report.md: ready for an issue tracker", data.markdown, "report.md"));
  }
}

