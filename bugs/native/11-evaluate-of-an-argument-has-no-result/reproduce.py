"""Evaluate of an argument has no result; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(2)
    values, _ = debugger.variables(stop.frames[0])
    debugger.say("variables: %s" % values)
    result = debugger.evaluate("n", stop.frames[0])
    return values.get("n") != result, "evaluate says %s, as the variables do" % values.get("n"), result


reproduce("program.rs", bugstalker, bug)
