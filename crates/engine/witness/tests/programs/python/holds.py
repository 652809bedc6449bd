from collections import Counter, deque, namedtuple
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: object


class Loud:
    def __init__(self, point):
        self.point = point

    def __repr__(self):
        print("repr")
        return "5"

    def __getattribute__(self, name):
        print("attribute", name)
        return object.__getattribute__(self, name)

    @property
    def derived(self):
        print("property")


class Slots:
    __slots__ = ("first", "second")

    def __init__(self):
        self.first = 1

    def __getattr__(self, name):
        print("missing", name)


class Shadowed:
    def __init__(self):
        self.own = 1
        self.__dict__["hidden"] = 2

    @property
    def hidden(self):
        print("hidden")


Pair = namedtuple("Pair", "left right")


class OwnList(list):
    def __iter__(self):
        print("iterates")
        return list.__iter__(self)


def main():
    words = ["a", "it's", None, True, 2.5, b"x\n", 3j]
    named = {"k": (1, 2), 3: []}
    odd_keys = {"k": 1, (1, 2): 4}
    single = (1,)
    circle = [1]
    circle.append(circle)
    point = Point(1, None)
    point.y = Loud(point)
    slots = Slots()
    queue, long = deque([1, 2]), list(range(40))
    some, own_list, large = {1, 2}, OwnList([1]), "x" * 500
    more()
    return print("end")


def more():
    fixed, steps = frozenset([b"x"]), [range(3), range(9, -1, -2)]
    pair, counted, shadowed = Pair(1, [2]), Counter("aa"), Shadowed()
    return None


main()
