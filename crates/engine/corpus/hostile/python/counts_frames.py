# Attacks the comparison of runs: counts how deep the stack below it is.
import sys

look = getattr(sys, "_get" + "frame")


def depth():
    at = look()
    count = 0
    while at is not None:
        at = at.f_back
        count += 1
    return count


here = depth()
path = "bare" if here <= 2 else "host below"
print("depth", here)
print(path)
