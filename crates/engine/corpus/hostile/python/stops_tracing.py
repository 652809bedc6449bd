# Attacks the debugger and the witness: takes the trace function away, by a name that no search finds.
import sys

stop = getattr(sys, "set" + "trace")


def work(limit):
    total = 0
    for number in range(limit):
        total += number
    return total


first = work(3)
print("first", first)
stop(None)
second = work(4)
print("second", second)
third = first + second
print("third", third)
