def pair(text):
    left, _, right = text.partition("=")
    return left, right


def rotate(a, b, c):
    a, b, c = b, c, a
    return a, b, c


key, value = pair("size=12")
print(key, value)
print(rotate(1, 2, 3))
(first, [second, third]), *rest = (1, [2, 3]), 4, 5
print(first, second, third, rest)
for index, (name, (low, high)) in enumerate([("a", (1, 2)), ("b", (3, 4))]):
    print(index, name, high - low)
items = [0, 1, 2]
index = 0
index, items[index] = 1, 10
print(index, items)
a = b = c = [7]
a += [8]
print(c, a is b)
try:
    one, two = [1, 2, 3]
except ValueError:
    print("too many")
