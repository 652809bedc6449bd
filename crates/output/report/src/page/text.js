// Elements and texts. Nothing here or below turns data into markup: all of it is text.

// Characters that are invisible, or change how others appear.
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Cn}\p{Zl}\p{Zp}\u00a0\u034f\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200a\u202f\u205f\u2800\u3000\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu;

function codePoint(character) {
  return "U+" + character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
}

function visible(text) {
  return String(text).replace(HIDDEN, (character) => "\u27e8" + codePoint(character) + "\u27e9");
}

// Adds a text; invisible characters become marked numbers. Those in `kept` stay.
function say(parent, text, kept = "") {
  let done = 0;
  text = String(text);
  for (const match of text.matchAll(HIDDEN)) {
    if (kept.includes(match[0])) continue;
    if (match.index > done) parent.append(text.slice(done, match.index));
    const mark = document.createElement("span");
    mark.className = "hidden-character";
    mark.textContent = codePoint(match[0]);
    parent.append(mark);
    done = match.index + match[0].length;
  }
  if (done < text.length) parent.append(text.slice(done));
  return parent;
}

// An element; texts among the children come from anywhere and are made visible.
function make(tag, options, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(options ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "class") element.className = value;
    else if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, visible(value === true ? "" : value));
  }
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    if (child instanceof Node) element.append(child);
    else say(element, child);
  }
  return element;
}

function fileAddress(path) {
  return path.split("/").map(encodeURIComponent).join("/");
}

// Puts a text on the clipboard, even if the page may not use the clipboard interface.
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}

function copyButton(text, what) {
  const button = make("button", { class: "copy", type: "button", "aria-label": "Copy " + what }, "Copy");
  button.addEventListener("click", async (event) => {
    event.preventDefault();
    await copy(text());
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1400);
  });
  return button;
}

function announce(text) {
  document.getElementById("status").textContent = visible(text);
}

// Scrolls `panel`, and nothing around it, until `element` is visible.
function reveal(panel, element, across) {
  if (!panel || !element) return;
  const outer = panel.getBoundingClientRect();
  const inner = element.getBoundingClientRect();
  if (inner.top < outer.top + 30 || inner.bottom > outer.bottom - 30) {
    panel.scrollTop += inner.top - outer.top - panel.clientHeight / 2 + inner.height / 2;
  }
  if (across && (inner.right > outer.right - 20 || inner.left < outer.left + 120)) {
    panel.scrollLeft += inner.left - outer.left - panel.clientWidth / 2;
  }
}

