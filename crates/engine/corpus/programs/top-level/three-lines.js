var a = 6, b = 7;
var c = a * b;
print(c);
