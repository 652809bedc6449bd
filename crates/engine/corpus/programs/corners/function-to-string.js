function plain(a, b) { return a /* kept */ + b; }
const arrow = x   =>   x * 2;
class Small { method() { return 1; } }
const obj = { get n() { return 5; }, async *m() {} };

print(plain.toString());
print(String(arrow));
print('' + Small);
print(Object.getOwnPropertyDescriptor(obj, 'n').get.toString());
print(obj.m.toString().length, plain.toString().indexOf('kept'));
print(Function.prototype.toString.call(Math.max));
