function inner() {
  return new Error('where am I');
}
function outer() {
  return inner();
}
const stack = String(outer().stack);
const lines = stack.split('\n');
print(lines[0]);
print(/inner/.test(lines[1]), /outer/.test(lines[2]));
const place = /:(\d+):(\d+)\)?$/.exec(lines[1]);
print(place ? 'line ' + place[1] + ' column ' + place[2] : 'no place given');
print((() => { try { null.f(); } catch (e) { return e.stack.split('\n').length > 1; } })());
