function LruCache(capacity) {
  this.capacity = capacity;
  this.map = new Map();
  this.hits = 0;
  this.misses = 0;
}

LruCache.prototype.get = function (key, load) {
  var value;
  if (this.map.has(key)) {
    this.hits++;
    value = this.map.get(key);
    this.map.delete(key);
  } else {
    this.misses++;
    value = load(key);
  }
  this.map.set(key, value);
  if (this.map.size > this.capacity) {
    var oldest = this.map.keys().next().value;
    this.map.delete(oldest);
    this.dropped && this.dropped(oldest);
  }
  return value;
};

LruCache.prototype.keys = function () {
  return Array.from(this.map.keys()).join('');
};

function trace(requests, capacity) {
  var cache = new LruCache(capacity), gone = '';
  if (capacity === 2) {
    cache.dropped = function (key) { gone += key; };
  }
  requests.split('').forEach(function (key) {
    var value = cache.get(key, function (k) { return k.charCodeAt(0); });
    if (value !== key.charCodeAt(0)) print('wrong value for', key);
  });
  return cache.hits + ' hits ' + cache.misses + ' misses, left ' + cache.keys() + ', gone [' + gone + ']';
}

print(trace('abcabdaab', 1));
print(trace('abcabdaab', 2));
print(trace('abcabdaab', 4));
