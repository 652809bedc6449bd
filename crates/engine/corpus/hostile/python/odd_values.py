# Attacks how values are told: classes whose names, texts and comparisons lie or explode.
class Meta(type):
    def __getattribute__(self, name):
        if name == "__name__":
            raise RuntimeError("forged")
        return super().__getattribute__(name)

    def __instancecheck__(self, other):
        return True


class Bomb(metaclass=Meta):
    def __repr__(self):
        raise RuntimeError("forged")

    __str__ = __repr__

    def __eq__(self, other):
        raise RuntimeError("forged")

    __hash__ = object.__hash__


class Items(dict):
    def items(self):
        raise RuntimeError("forged")


def use(value):
    kept = [value, {1: value}]
    return len(kept)


bomb = Bomb()
items = Items(a=1)
number = use(bomb) + use(items)
print(number)
