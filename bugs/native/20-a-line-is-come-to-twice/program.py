def see(value):
    return value


def first(value):
    result = value and see(value) or None
    return result


print(first("x"))
