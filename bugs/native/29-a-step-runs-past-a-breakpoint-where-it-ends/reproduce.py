"""A step over runs past a breakpoint on the line where it should end."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, first_step, reproduce


def bug(session):
    alone = first_step(session, "step_over", 2)
    beside = first_step(session, "step_over", 2, 3)
    return alone.line == 3 and beside.line != 3, "paused at line 3, as without the breakpoint", str(beside)


reproduce("program.rs", bugstalker, bug)
