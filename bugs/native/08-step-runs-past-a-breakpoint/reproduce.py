"""Step over and step out run past breakpoints in what is called; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    debugger.start(7, 2)
    over = debugger.step_over()
    debugger = session()
    debugger.start(7, 2)
    out = debugger.step_out()
    shows = over.line != 2 or out.line != 2
    return shows, "both pause at the breakpoint on line 2", "step over %s; step out %s" % (over, out)


reproduce("program.rs", bugstalker, bug)
