"use strict"
function wordCount(text) {
  const counts = new Map();
  for (const word of text.split(/\s+/)) {
    const key = word.toLowerCase();
    counts.set(key, (counts.get(key) || 0) + 1);
  }
  return counts;
}
const counts = wordCount('The cat and the dog and THE bird');
const sorted = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
for (const [word, n] of sorted) print(word, n);
print(counts.size, counts.has('cow'), counts.delete('cat'), counts.size);
