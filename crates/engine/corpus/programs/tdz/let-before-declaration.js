function probe(n) {
  try {
    if (n > 0) {
      value = 5;
    }
    let value = 1;
    return 'fine ' + value;
  } catch (e) {
    return e.name;
  }
}
print(probe(0), probe(1));

function typeofToo() {
  try {
    return typeof pending;
    let pending;
  } catch (err) {
    return err instanceof ReferenceError;
  }
}
print(typeofToo());
let ready = () => later * 2;
try { ready(); } catch (e) { print('later is not ready'); }
const later = 21;
print(ready());
