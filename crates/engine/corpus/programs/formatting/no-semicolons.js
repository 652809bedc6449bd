const words = ['late', 'bus', 'again']
let total = 0
let i = 0

function lengths(list) {
  const out = []
  for (const w of list) {
    out.push(w.length)
    total += w.length
  }
  return out
}

const got = lengths(words)
;[1, 2].forEach(n => { i += n })
;(function () { i *= 10 })()
var a = 1
var b = a
++b
print(got.join(), total)
print(i, a, b)
