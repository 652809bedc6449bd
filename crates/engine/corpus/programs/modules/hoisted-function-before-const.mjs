print(early());
try {
  print(limit);
} catch (e) {
  print(e.name);
}
const limit = 3;
function early() {
  return typeof later;
}
var later = limit * 2;
print(later, early());
if (limit > 100) {
  throw new Error('limit too high');
}
