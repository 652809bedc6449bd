"""Looking at the variables where a function begins ends BugStalker; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(1)
    values, refused = debugger.variables(stop.frames[0])
    debugger.say("variables -> %s %s" % (values, refused))
    after = debugger.go_on()
    return after.kind == "gone", "the variables, or a refusal", str(after)


reproduce("program.rs", bugstalker, bug)
