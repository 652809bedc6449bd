async function* letters(word) {
  for (const ch of word) {
    yield ch;
  }
}

let word = '';
let position = 0;
for await (const ch of letters('debugger')) {
  position++;
  if (position % 2 === 0) continue;
  word += ch;
}
print(word, position);

export const result = word;
export { position as count };
