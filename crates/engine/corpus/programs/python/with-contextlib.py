import contextlib


@contextlib.contextmanager
def section(name, log):
    log.append("begin " + name)
    try:
        yield len(log)
    except ValueError as error:
        log.append("error " + str(error))
    finally:
        log.append("end " + name)


def main():
    log = []
    with section("one", log) as size:
        log.append("size %d" % size)
    with section("two", log):
        raise ValueError("wrong")
    with contextlib.suppress(KeyError):
        log.append({"a": "found"}["a"])
        log.append({}["b"])
    with contextlib.ExitStack() as stack:
        for name in ("x", "y"):
            stack.enter_context(section(name, log))
        log.append("in the stack")
    for line in log:
        print(line)


main()
