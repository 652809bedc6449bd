registry = {}


def register(cls):
    registry[cls.__name__.lower()] = cls
    return cls


def with_area(cls):
    def area(self):
        return self.width * self.height
    cls.area = area
    return cls


@register
@with_area
class Box:
    def __init__(self, width, height):
        self.width = width
        self.height = height


@register
class Dot:
    pass


box = registry["box"](3, 4)
print(box.area())
print(sorted(registry))
print(isinstance(registry["dot"](), Dot))
