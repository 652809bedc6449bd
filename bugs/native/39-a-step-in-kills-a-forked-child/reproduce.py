"""A step into a line that forks leaves an internal breakpoint in the child, which ends by SIGTRAP."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def status_after(session, step):
    inner = session()
    inner.start(6)
    getattr(inner, step)()
    stop = inner.step_over()
    status = inner.variables(stop.frames[0])[0].get("status")
    inner.say("status = %s" % status)
    return status


def bug(session):
    over, into = (status_after(session, step) for step in ("step_over", "step_in"))
    shows = over == "1280" and into == "5"
    return shows, "status 1280, the exit code 5 of the child", "status %s after a step in" % into


reproduce("program.c", lldb_dap, bug)
