"""A step over runs on if a logpoint stands where it should end."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def bug(session):
    debugger = session()
    debugger.start(5)
    before = debugger.step_over()
    debugger = session()
    debugger.start(5, {"line": 7, "logMessage": "here"})
    stop = debugger.step_over()
    shows = before.line == 7 and stop.line != 7
    return shows, "paused at line 7, as without the logpoint", str(stop)


reproduce("program.c", lldb_dap, bug)
