def step(n): n += 1; return n


def pick(n):
    if n > 5: return "big"
    elif n < 0: return "negative"
    else: return "small"


a = 1; b = 2; c = a + b
print(a, b, c); a = step(c); print(a)
for i in range(3): a += i; b -= i
while a > 5: a -= 2; c += 1
print(a, b, c)
class Pair: left = 1; right = 2
try: print(Pair.left / 0)
except ZeroDivisionError: print("zero"); c = 0
finally: print("end"); b = 0
with memoryview(b"abc") as view: first = view[0]; print(first)
print(pick(9), pick(-9), pick(3)); print(a, b, c)
