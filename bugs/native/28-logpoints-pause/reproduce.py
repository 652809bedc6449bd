"""A breakpoint with a message, which is to write and not to pause, pauses."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start({"line": 3, "logMessage": "here"})
    says_so = bool(debugger.capabilities.get("supportsLogPoints"))
    debugger.say("it says that it knows logpoints: %s" % says_so)
    return says_so and stop.kind == "paused", "finished", str(stop)


reproduce("program.rs", bugstalker, bug)
