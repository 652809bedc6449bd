// Attacks memory: what a debugger keeps alive can be seen through weak references.
let kept = { name: 'kept' };
const weak = new WeakRef(kept);
const gone = [];
const registry = new FinalizationRegistry((word) => { gone.push(word); print('gone', word); });
function make(count) {
  for (let index = 0; index < count; index += 1) {
    registry.register({ index }, index);
  }
  return count;
}
const made = make(50);
const isAlive = weak.deref() !== undefined;
print('made', made, isAlive);
kept = null;
setTimeout(() => { print('end', typeof weak); }, 5);
