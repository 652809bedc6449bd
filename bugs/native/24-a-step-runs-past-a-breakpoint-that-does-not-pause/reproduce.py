"""A step over runs on if a breakpoint with a false condition, or a logpoint, stands where it should end."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def step_with(session, *more):
    debugger = session()
    debugger.start(5, *more)
    return debugger.step_over()


def bug(session):
    alone = step_with(session)
    beside_condition = step_with(session, {"line": 7, "condition": "n > 99"})
    beside_logpoint = step_with(session, {"line": 7, "logMessage": "here"})
    shows = alone.line == 7 and (beside_condition.line != 7 or beside_logpoint.line != 7)
    actual = "%s with a condition, %s with a logpoint" % (beside_condition, beside_logpoint)
    return shows, "paused at line 7, as with nothing there", actual


reproduce("program.c", lldb_dap, bug)
