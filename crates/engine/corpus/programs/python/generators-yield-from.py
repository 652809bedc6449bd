def leaf(name):
    print("enter", name)
    received = yield name + "1"
    print("got", received)
    yield name + "2"
    return name.upper()


def branch():
    first = yield from leaf("a")
    second = yield from leaf("b")
    yield first + second
    return "end"


def run():
    result = yield from branch()
    print("result", result)


generator = run()
value = next(generator)
while True:
    print("value", value)
    try:
        value = generator.send("reply to " + value)
    except StopIteration:
        break
