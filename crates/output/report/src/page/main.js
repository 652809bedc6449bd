// Routes, keys and the choice of light or dark.

const read = (id) => JSON.parse(document.getElementById(id).textContent);
const indexData = read("index");
const overviewElement = document.getElementById("overview");
const findingElement = document.getElementById("finding");
const pageTitle = document.title;
let view = null;
let viewIndex = -1;
let listScroll = 0;

function listHash() {
  const query = new URLSearchParams(list.filter).toString();
  return query ? "#/?" + query : "#/";
}

const list = new FindingList(indexData.items, indexData.classes, indexData.group, () => history.replaceState(null, "", listHash()));
document.getElementById("list").append(list.element);

function hashOf(index, row) {
  return "#/f/" + encodeURIComponent(indexData.items[index].id) + (row === null ? "" : "/" + (row + 1));
}

function openFinding(index, row) {
  const order = list.order.includes(index) ? list.order : indexData.items.map((_, at) => at);
  if (viewIndex !== index) {
    const { body, reproduction } = read("item-" + index);
    const script = reproduction === null ? null : indexData.head + reproduction + indexData.tail;
    const go = (by) => {
      if (by === 0) return history.replaceState(null, "", hashOf(index, view.row));
      const next = order[order.indexOf(index) + by];
      if (next !== undefined) location.hash = hashOf(next, null);
    };
    if (!overviewElement.hidden) listScroll = scrollY;
    view = new FindingView(indexData.items[index], body, script, order.indexOf(index), order.length, go);
    viewIndex = index;
    findingElement.replaceChildren(view.element);
    overviewElement.hidden = true;
    findingElement.hidden = false;
    document.title = "debunk: " + visible(indexData.items[index].sentence);
    scrollTo(0, 0);
    findingElement.querySelector("h1").focus({ preventScroll: true });
  }
  view.show(row ?? view.data.divergence ?? 0, false);
}

function openList(filter) {
  const last = viewIndex;
  [view, viewIndex] = [null, -1];
  findingElement.replaceChildren();
  findingElement.hidden = true;
  overviewElement.hidden = false;
  document.title = pageTitle;
  if (filter) { list.set(filter); list.apply(filter); }
  if (last >= 0) {
    scrollTo(0, listScroll);
    list.focusIndex(last);
  }
}

function route() {
  const hash = location.hash;
  if (hash.startsWith("#/f/")) {
    const [id, row] = hash.slice(4).split("/");
    let name = id;
    try { name = decodeURIComponent(id); } catch { /* It is then no name that we wrote. */ }
    const index = indexData.items.findIndex((item) => item.id === name);
    if (index >= 0) return openFinding(index, /^\d+$/.test(row ?? "") ? Number(row) - 1 : null);
  }
  if (hash.startsWith("#/?")) return openList(Object.fromEntries(new URLSearchParams(hash.slice(3))));
  if (hash === "" || hash.startsWith("#/")) openList(null);
}

const THEMES = ["auto", "light", "dark"];
function remembered() {
  try { return localStorage.getItem("debunk-theme"); } catch { return null; }
}
function setTheme(theme) {
  if (theme === "auto") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  document.getElementById("theme").textContent = "Theme: " + theme;
  try { localStorage.setItem("debunk-theme", theme); } catch { /* It is then asked again. */ }
}
let theme = THEMES.includes(remembered()) ? remembered() : "auto";
function nextTheme() {
  theme = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  setTheme(theme);
}

const keysDialog = document.getElementById("keys");
const inFinding = {
  j: () => view.show(view.row + 1, true),
  k: () => view.show(view.row - 1, true),
  Home: () => view.show(0, true),
  End: () => view.show(view.data.rows.length - 1, true),
  d: () => view.show(view.data.divergence ?? view.row, true),
  w: () => view.otherLog(),
  n: () => view.go(1),
  p: () => view.go(-1),
  Escape: () => { location.hash = listHash(); },
};
const inList = { j: () => list.focusBy(1), k: () => list.focusBy(-1), "/": () => list.search?.focus() };
Object.assign(inFinding, { ArrowDown: inFinding.j, ArrowUp: inFinding.k });
const anywhere = { "?": () => keysDialog.showModal(), t: nextTheme };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keysDialog.open) return;
  const isTyping = event.target.closest?.("input, select, textarea");
  if (isTyping) {
    if (event.key === "Escape") event.target.blur();
    return;
  }
  const action = (view ? inFinding : inList)[event.key] ?? anywhere[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

document.getElementById("help").addEventListener("click", () => keysDialog.showModal());
document.getElementById("theme").addEventListener("click", nextTheme);
document.getElementById("tools").hidden = false;
setTheme(theme);
addEventListener("hashchange", route);
route();
