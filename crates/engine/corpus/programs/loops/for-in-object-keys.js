function Base() { this.own = 1; }
Base.prototype.inherited = 2;

function listKeys(obj, ownOnly) {
  var names = [];
  for (var key in obj) {
    if (ownOnly && !Object.prototype.hasOwnProperty.call(obj, key)) {
      continue;
    }
    names.push(key + '=' + obj[key]);
  }
  return names.sort().join('&');
}

var sample = new Base();
sample.extra = true;
print(listKeys(sample, false));
print(listKeys(sample, true));
print(listKeys({ 2: 'b', 1: 'a', z: 0 }, true));

var count = 0;
for (var none in null) { count++; }
for (var k in 'hey') count += Number(k);
print(count, typeof none, k);
