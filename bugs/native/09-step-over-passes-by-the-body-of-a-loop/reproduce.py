"""Step over passes by the body of a loop; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    debugger.start(4)
    hits = 1
    while debugger.go_on().line == 4:
        hits += 1
    debugger = session()
    debugger.start(2)
    lines = []
    while len(lines) < 8 and (not lines or lines[-1] != 6):
        lines.append(debugger.step_over().line)
    expected = "line 4, which runs %d times, is among the lines that steps over pause at" % hits
    return 4 not in lines, expected, "steps over pause at %s" % lines


reproduce("program.rs", bugstalker, bug)
