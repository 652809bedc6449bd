def announce(value):
    print("default", value)
    return value


def collect(item, into=[], limit=announce(3)):
    into.append(item)
    if len(into) > limit:
        del into[0]
    return list(into)


def fresh(item, into=None):
    if into is None:
        into = []
    into.append(item)
    return into


print(collect(1), collect(2))
print(collect(3), collect(4))
print(collect(5, [], limit=0))
print(fresh(1), fresh(2), fresh(3, [0]))
base = 10


def frozen(value=base):
    return value + base


base = 20
print(frozen(), frozen(1))
