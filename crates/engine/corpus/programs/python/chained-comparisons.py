asked = []


def ask(value):
    asked.append(value)
    return value


def between(low, value, high):
    return low < value <= high


print(between(1, 5, 5), between(5, 5, 9))
print(ask(1) < ask(3) < ask(2) < ask(9))
print(asked)
print(1 < 2 == 2 != 3 > 0)
print("a" in "abc" in ["abc", "d"])
items = [3, 1, 2]
if items[0] > items[1] < items[2]:
    print("a valley")
print(not 1 < 0 or ask(7) and ask(0) or ask("last"))
print(len(asked))
