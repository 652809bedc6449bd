for (var i = 0; i < 3; i++);
while (i-- > 0);
if (i); else print('no');
for (var x of [1, 2]);
print(i, x);
