<!-- one
let x = 3;
--> two
while (x --> 0) print(x);
