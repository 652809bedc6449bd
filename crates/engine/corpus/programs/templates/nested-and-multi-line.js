function list(items) {
  return `<ul>${items.map((item, i) => `
  <li${i % 2 ? ` class="odd${i}"` : ''}>${
    item.done
      ? `[${'x'}] ${item.text}`
      : item.text
  }</li>`).join('')}
</ul>`;
}
const html = list([
  { text: 'one', done: true },
  { text: 'two', done: false },
  { text: 'three', done: true },
]);
print(html);
print(html.split('\n').length);
print(`tick \` dollar \${} brace ${'}'} end`);
