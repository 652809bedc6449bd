let a = 1;
console.log(a);
a = 2;
a = 3;
