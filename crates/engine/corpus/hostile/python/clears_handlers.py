# Attacks the end of a run: every handler that was registered before is forgotten.
import atexit


def count(limit):
    total = 0
    for number in range(limit):
        total += 1
    return total


atexit._clear()
value = count(3)
print("value", value)
atexit.register(print, "handler", value)
value = count(2)
print("value", value)
