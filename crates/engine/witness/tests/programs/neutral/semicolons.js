let a = 1
let b = a
++b
print(a, b)
const f = x => x
;[1, 2].map(y => y)
var g = function () { return 5 }
;(function () { print(g()) })()
let c = () => ({})
print(typeof c())
