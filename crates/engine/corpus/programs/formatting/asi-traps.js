// places where a line break does or does not end the statement
function broken() {
  return
  { value: 1 }
}

function continued(a, b) {
  var sum = a
    + b
  var c = sum
  ++a
  var text = 'x'
  var neg = a
  - b
  while (c > 0) c--
  do c++; while (c < 3) c += 10
  if (c > 5) ; else print('no')
  return [sum, a, neg, c, text].join(' ')
}

var n = 4
skip:
for (;;) {
  n--
  if (n % 2) continue
  skip
  if (n < 1) break
    skip
}
var skip
print(String(broken()))
print(continued(2, 5))
print(n)
