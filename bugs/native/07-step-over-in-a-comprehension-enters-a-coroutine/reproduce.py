"""Step over in a comprehension enters a coroutine that it awaits; give a Python that has debugpy."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import debugpy, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(10)
    if stop.function != "main":
        return False, "a pause in main", str(stop)
    debugger.go_on()  # the comprehension is a function of its own before Python 3.12
    stop = debugger.step_over()
    return stop.function == "double", "step over does not end in double, where no breakpoint stands", str(stop)


reproduce("program.py", debugpy, bug)
