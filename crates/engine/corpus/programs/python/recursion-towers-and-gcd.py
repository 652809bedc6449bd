def hanoi(height, source, target, spare):
    if height == 0:
        return 0
    moves = hanoi(height - 1, source, spare, target)
    moves += 1
    moves += hanoi(height - 1, spare, target, source)
    return moves


def gcd(a, b):
    return a if b == 0 else gcd(b, a % b)


def flatten(items):
    for item in items:
        if isinstance(item, (list, tuple)):
            for inner in flatten(item):
                yield inner
        else:
            yield item


def even(number):
    return True if number == 0 else odd(number - 1)


def odd(number):
    return False if number == 0 else even(number - 1)


print(hanoi(4, "a", "b", "c"))
print(gcd(84, 36))
print(list(flatten([1, [2, (3, [4])], []])))
print(even(6), odd(6))
