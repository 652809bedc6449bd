"use strict";

async function fetchPage(n) {
  const pages = [['a', 'b'], ['c'], ['d', 'e', 'f'], []];
  return pages[n];
}

async function* items() {
  let page = 0;
  while (true) {
    const list = await fetchPage(page++);
    if (list.length === 0) return 'ended';
    yield* list;
  }
}

(async function () {
  let text = '', count = 0;
  for await (const item of items()) {
    count++;
    if (item === 'c') continue;
    text += item;
  }
  print(text, count);
})();
