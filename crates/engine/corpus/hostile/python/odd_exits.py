# Attacks the end of a run: a hook for errors, and an exit with a value that is no number.
import sys


def hook(kind, error, trace):
    print("hook", kind.__name__)


class Code:
    def __repr__(self):
        return "odd"


def leave(value):
    code = Code() if value else None
    sys.exit(code)


sys.excepthook = hook
print("before")
leave(1)
