// Attacks the looking at values: getters pause, print and count whenever somebody reads them.
let reads = 0;
const shy = {
  get value() {
    reads += 1;
    debugger;
    print('read');
    return reads;
  },
  toString() { reads += 10; return 'shy'; },
  [Symbol.toPrimitive]() { reads += 100; return 1; },
};
const list = [shy];
Object.defineProperty(list, '1', { get() { reads += 1000; return 2; }, enumerable: true });
function read(object) {
  const seen = object.value;
  return seen;
}
print(read(shy), reads);
print(shy, list);
setTimeout(() => print('reads', reads), 1);
