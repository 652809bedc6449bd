def scale(value, /, factor=2, *, offset=0, repeat):
    result = value
    for _ in range(repeat):
        result = result * factor + offset
    return result


def attempt(*args, **named):
    try:
        return scale(*args, **named)
    except TypeError:
        return "refused"


print(attempt(1, repeat=3))
print(attempt(1, 3, repeat=2, offset=1))
print(attempt(1, 3, 4, repeat=1))
print(attempt(value=1, repeat=1))
print(attempt(1, factor=5, repeat=1))
print(attempt(1))
