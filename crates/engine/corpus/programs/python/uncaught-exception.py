def inner(items, index):
    print("looking at", index)
    return items[index]


def outer(items):
    total = 0
    for index in range(5):
        try:
            total += inner(items, index)
        finally:
            print("total", total)
    return total


print(outer([1, 2, 3, 4, 5]))
print(outer([1, 2]))
print("never printed")
