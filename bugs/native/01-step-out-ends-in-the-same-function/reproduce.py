"""Step out of a function ends in that very function."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def bug(session):
    debugger = session()
    debugger.start(9, 4)
    debugger.step_over()  # interrupted by the breakpoint on line 4
    debugger.step_out()
    stop = debugger.step_out()
    return stop.function == "apply", "step out of apply ends in main", str(stop)


reproduce("program.c", lldb_dap, bug)
