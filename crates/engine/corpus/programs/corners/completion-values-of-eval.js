// the value of a statement list is visible through eval
print(eval('1; 2; 3'));
print(eval('var a = 7; if (a > 5) { "big"; } else { "small"; }'));
print(eval('for (var i = 0; i < 3; i++) { i * 10; }'));
print(eval('do { "body"; break; } while (true)'));
print(eval('"kept"; var unused = 1; function f() {}'));
print(eval('try { "try"; } finally { "finally"; }'));
print(String(eval('switch (2) { case 1: "one"; case 2: }')));
print(eval('x: { "before"; break x; }'));
