"""A step over runs on if a breakpoint with a false condition, or a logpoint, stands where it should end."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import first_step, lldb_dap, reproduce


def bug(session):
    alone = first_step(session, "step_over", 5)
    beside_condition = first_step(session, "step_over", 5, {"line": 7, "condition": "n > 99"})
    beside_logpoint = first_step(session, "step_over", 5, {"line": 7, "logMessage": "here"})
    shows = alone.line == 7 and (beside_condition.line != 7 or beside_logpoint.line != 7)
    actual = "%s with a condition, %s with a logpoint" % (beside_condition, beside_logpoint)
    return shows, "paused at line 7, as with nothing there", actual


reproduce("program.c", lldb_dap, bug)
