def counter(start=0):
    count = start

    def increment(by=1):
        nonlocal count
        count += by
        return count

    def read():
        return count

    def reset():
        nonlocal count
        old, count = count, start
        return old

    return increment, read, reset


increment, read, reset = counter(5)
increment()
increment(10)
print(read())
print(reset(), read())
other, other_read, _ = counter()
other(3)
print(other_read(), read())
