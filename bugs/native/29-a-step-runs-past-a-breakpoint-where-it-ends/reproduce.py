"""A step over runs past a breakpoint on the line where it should end."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def step_with(session, *more):
    debugger = session()
    debugger.start(2, *more)
    return debugger.step_over()


def bug(session):
    alone, beside = step_with(session), step_with(session, 3)
    return alone.line == 3 and beside.line != 3, "paused at line 3, as without the breakpoint", str(beside)


reproduce("program.rs", bugstalker, bug)
