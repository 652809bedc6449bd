// Annex B of the standard: two more kinds of one-line comment in scripts
var x = 3;
<!-- print('not run');
print(x);
--> print('not run either');
var down = 0;
while (x --> 0) down++;
print(down, x);
