var log = [];
function Meter(n) { this.n = n; }
Meter.prototype.valueOf = function () { log.push('v' + this.n); return this.n; };
Meter.prototype.toString = function () { log.push('s' + this.n); return this.n + 'm'; };

var a = new Meter(3), b = new Meter(4);
print(a + b, a * b, a < b, a == 3);
print(`${a}`, a + '', [a, b].join());
print({ '4m': 'key' }[b]);
a++;
print(typeof a, a, log.join(' '));
if (b) print('objects are true');
print(b && !b, -b, b ? 1 : 2);
