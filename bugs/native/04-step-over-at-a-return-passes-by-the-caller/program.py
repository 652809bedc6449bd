def inc(n):
    return n + 1


def apply(n):
    return inc(n)


def main():
    a = apply(1)
    print(a)


main()
