debugger; var first = 1; debugger
label: debugger
if (first) debugger; else debugger
try { debugger } finally { first++; debugger }
var gen = function* () { yield 1; debugger; yield 2 }
var arrow = () => { debugger }
arrow()
print([...gen()].join(), first)
eval('debugger; first = 10')
print(first)
Promise.resolve(5).then(v => { debugger; print(v) })
