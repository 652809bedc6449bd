// classic: the shared variable against the one per round
var out = [];
for (var i = 0; i < 3; i++) {
  setTimeout(function () { out.push('v' + i); }, 0);
}
for (let j = 0; j < 3; j++) {
  setTimeout(() => out.push('l' + j), 1);
}
setTimeout(function () { print(out.join(' ')); }, 3);
print('waiting', out.length);
