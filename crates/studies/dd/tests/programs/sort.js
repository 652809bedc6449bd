// Sorts its arguments. One element too many is sorted, and what is in it depends on what was in
// memory before.
const memory = [];

function parse(words) {
  // What was in memory before: one element more than there are numbers.
  for (let i = 0; i <= words.length; i++) memory.push(words.length > 2 ? 99 : 0);
  for (let i = 0; i < words.length; i++) memory[i] = Number(words[i]);
  return words.length;
}

function sort(numbers, size) {
  for (let i = 1; i < size; i++) {
    const number = numbers[i];
    let j = i;
    while (j > 0 && numbers[j - 1] > number) {
      numbers[j] = numbers[j - 1];
      j--;
    }
    numbers[j] = number;
  }
}

function main() {
  const words = process.argv.slice(2);
  let count = parse(words);
  sort(memory, count + 1);
  let first = memory[0];
  console.log('sorted: ' + [first].concat(memory.slice(1, count)).join(' '));
}
main();
