function f() { return 1 } let x = f.toString().length; x++; print(1);
