const hidden = Symbol('hidden');
const shared = Symbol.for('app.shared');
function Box(v) {
  this.visible = 1;
  this[hidden] = v;
  this[shared] = v * 2;
}
const b = new Box(21);
let keys = 0;
for (const k in b) keys++;
print(keys, b[hidden], b[Symbol.for('app.shared')]);
print(Object.getOwnPropertySymbols(b).map(String).join());
print(hidden.toString(), Symbol('hidden') === hidden, JSON.stringify(b));
