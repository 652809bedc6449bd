# needs: 3.10
from dataclasses import dataclass


@dataclass
class Circle:
    radius: int


@dataclass
class Box:
    width: int
    height: int


def area(shape):
    match shape:
        case Circle(radius=0):
            return 0
        case Circle(radius):
            return 3 * radius * radius
        case Box(width=side, height=other) if side == other:
            print("a square")
            return side * side
        case Box(width, height):
            return width * height
        case _:
            return None


for shape in (Circle(0), Circle(2), Box(3, 3), Box(2, 5), "dot"):
    print(shape, area(shape))
