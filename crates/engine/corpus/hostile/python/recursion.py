# Attacks the host at the edge of the stack: counts how deep it can go, and lowers the limit.
import sys


def dive(depth):
    try:
        return dive(depth + 1)
    except RecursionError:
        return depth


reached = dive(0)
lower = getattr(sys, "setrecursion" + "limit")
lower(60)
again = dive(0)
kind = "deep" if reached > 500 else "shallow"
print(kind, again > 5)
