var neverRead = 1;
const alsoNever = () => neverRead;
function unusedFunction(a, b) {
  const c = a + b;
  return c * 2;
}
function mostlyUnused(used, ignored, alsoIgnored) {
  var temp = 10, other;
  let spare = [used, temp];
  const dropped = spare.map(x => x + 1);
  if (used > 1000) {
    return unusedFunction(used, temp);
  }
  return used + 1;
}
class NotMade { constructor() { this.a = 1; } method() { return this.a; } }
print(mostlyUnused(1));
print(mostlyUnused(2, 3, 4));
