// The list of findings, with its filters.

const FILTERS = [
  ["verdict", (item) => item.verdict],
  ["group", (item) => item.group],
  ["class", (item) => item.class],
  ["program", (item) => item.program],
];

class FindingList {
  constructor(items, classes, group, changed) {
    this.items = items;
    this.classes = classes;
    this.changed = changed;
    this.filter = {};
    this.texts = items.map((item) => [item.sentence, item.class, item.program, item.verdict, item.id, ...item.proof].join("\n").toLowerCase());
    this.count = make("span", { class: "count", role: "status" });
    this.groups = make("div");
    this.element = make("div", null, make("div", { class: "list-head" }, make("h2", null, "Findings"), this.count));
    if (items.length > 0) this.element.append(this.controls(group));
    this.element.append(this.groups);
    this.apply({});
  }

  controls(group) {
    this.search = make("input", { type: "search", placeholder: "Search", "aria-label": "Search in findings", oninput: () => this.read() });
    this.selects = FILTERS.map(([name, of]) => {
      const counts = new Map();
      for (const item of this.items) counts.set(of(item), (counts.get(of(item)) ?? 0) + 1);
      const options = [...counts].sort((one, other) => one[0] < other[0] ? -1 : 1);
      const word = name === "group" ? group : name;
      return make("select", { "aria-label": word, onchange: () => this.read() }, make("option", { value: "" }, "any " + word),
        options.map(([value, count]) => {
          const option = make("option", null, value + " (" + count + ")");
          option.value = value;
          return option;
        }));
    });
    this.clear = make("button", { type: "button", onclick: () => { this.set({}); this.read(); } }, "Clear");
    return make("div", { class: "filters", role: "search" }, this.search, this.selects, this.clear);
  }

  set(filter) {
    if (!this.search) return;
    this.search.value = filter.q ?? "";
    FILTERS.forEach(([name], index) => { this.selects[index].value = filter[name] ?? ""; });
  }

  read() {
    const filter = {};
    if (this.search.value) filter.q = this.search.value;
    FILTERS.forEach(([name], index) => { if (this.selects[index].value) filter[name] = this.selects[index].value; });
    this.apply(filter);
    this.changed();
  }

  // Shows what passes the filter and remembers its order.
  apply(filter) {
    this.filter = filter;
    const words = (filter.q ?? "").toLowerCase().split(/\s+/).filter(Boolean);
    const passes = (item, index) => FILTERS.every(([name, of]) => !filter[name] || of(item) === filter[name]) &&
      words.every((word) => this.texts[index].includes(word));
    const found = this.items.map((item, index) => passes(item, index) ? index : -1).filter((index) => index >= 0);
    const groups = new Map();
    for (const index of found) {
      const name = this.items[index].class;
      groups.set(name, [...(groups.get(name) ?? []), index]);
    }
    // Classes with proven findings come first, then the larger ones.
    const provenIn = (indices) => indices.filter((index) => this.items[index].proven).length;
    const size = (name) => this.classes[name] ?? 0;
    const sorted = [...groups].sort(([one, left], [other, right]) =>
      Math.sign(provenIn(right)) - Math.sign(provenIn(left)) || size(other) - size(one) || right.length - left.length || (one < other ? -1 : 1));
    this.order = sorted.flatMap(([, indices]) => indices);
    const isFiltered = Object.keys(filter).length > 0;
    this.count.textContent = this.items.length === 0 ? "" : (isFiltered ? found.length + " of " + this.items.length : this.items.length + " shown") + ", " + sorted.length + (sorted.length === 1 ? " class" : " classes");
    this.groups.replaceChildren(...sorted.map(([name, indices]) => this.group(name, indices, provenIn(indices))));
    if (found.length === 0) this.groups.append(this.empty());
    this.search?.classList.toggle("set", Boolean(filter.q));
    this.selects?.forEach((select, index) => select.classList.toggle("set", Boolean(filter[FILTERS[index][0]])));
    if (this.clear) this.clear.hidden = !isFiltered;
  }

  empty() {
    if (this.items.length > 0) return make("div", { class: "empty" }, make("strong", null, "Nothing matches"), "Another word or fewer filters may help.");
    const sign = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    sign.setAttribute("viewBox", "0 0 24 24");
    sign.setAttribute("aria-hidden", "true");
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", "M12 2.5a9.5 9.5 0 1 0 0 19a9.5 9.5 0 1 0 0-19M7.5 12.5l3 3 6-6.5");
    sign.append(path);
    return make("div", { class: "empty" }, sign, make("strong", null, "Nothing found"), "No two answers contradicted each other.");
  }

  group(name, indices, proven) {
    const known = this.classes[name] ?? indices.length;
    const count = (known > indices.length ? indices.length + " of " + known : String(indices.length)) + (proven > 0 ? ", " + proven + " proven" : "");
    return make("section", { class: "class" },
      make("h3", null, name.split("/").map((part) => make("span", { class: "part" }, part)), make("span", { class: "count" }, count)),
      make("ul", null, indices.map((index) => make("li", null, this.row(index)))));
  }

  row(index) {
    const item = this.items[index];
    const proof = item.proof.find((it) => it !== item.sentence);
    return make("a", { class: "item", href: "#/f/" + encodeURIComponent(item.id), "data-index": index },
      make("span", null, make("span", { class: "badge" + (item.proven ? " proven" : "") }, item.verdict)),
      make("span", { class: "what" }, item.sentence, proof && make("span", { class: "proof" }, proof)),
      make("span", { class: "program" }, item.program), make("span", { class: "test" }, "#" + item.number));
  }

  focusBy(by) {
    const rows = [...this.groups.querySelectorAll(".item")];
    const at = rows.indexOf(document.activeElement);
    const next = rows[at < 0 ? 0 : Math.max(0, Math.min(rows.length - 1, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  }

  focusIndex(index) {
    this.groups.querySelector(".item[data-index=\"" + Number(index) + "\"]")?.focus();
  }
}

