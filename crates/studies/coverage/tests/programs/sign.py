import sys


def sign(x):
    if x < 0:
        return -1
    if x > 0:
        return 1
    return 0


def never(x):
    return x + 1


class Box:
    def get(self):
        return 1


for i in range(2):
    print(sign(int(sys.argv[1])))
