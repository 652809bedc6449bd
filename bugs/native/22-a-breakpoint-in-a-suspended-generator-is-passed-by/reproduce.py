"""A breakpoint that is set while its generator is suspended is passed by; give a Python that has debugpy."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import debugpy, reproduce


def bug(session):
    debugger = session()
    debugger.start(12)
    debugger.set_breakpoints(5)
    stop = debugger.go_on()
    shows = stop.line != 5
    return shows, "a pause at line 5, which runs next", str(stop)


reproduce("program.py", debugpy, bug)
