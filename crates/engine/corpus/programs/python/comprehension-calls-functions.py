calls = []


def note(value):
    calls.append(value)
    return value * 10


def even(value):
    return value % 2 == 0


def main():
    noted = [note(value) for value in range(5) if even(value)]
    print(noted, calls)
    lazy = (note(value) for value in range(100, 103))
    first = next(lazy)
    print(first, len(calls))
    rest = list(lazy)
    print(rest, calls[-1])


main()
