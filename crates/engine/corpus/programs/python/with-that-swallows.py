class Swallow:
    def __init__(self, *kinds):
        self.kinds = kinds
        self.seen = []

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        if kind is None:
            return None
        self.seen.append(kind.__name__)
        return issubclass(kind, self.kinds)


def attempt(action):
    with Swallow(ZeroDivisionError, KeyError) as swallow:
        print("result", action())
        print("fine")
    print("seen", swallow.seen)


attempt(lambda: 6 / 2)
attempt(lambda: 1 / 0)
attempt(lambda: {}["missing"])
try:
    attempt(lambda: [][1])
except IndexError:
    print("an IndexError goes through")
