# Attacks the end of a run: an error that nobody catches goes to a hook of the program's own.
import sys


def hook(kind, error, trace):
    print("hook", kind.__name__, error)


def fail(number):
    result = 10 // number
    return result


sys.excepthook = hook
print("before", fail(3))
fail(0)
