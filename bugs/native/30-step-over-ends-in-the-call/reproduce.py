"""A step over a call of the same function ends in the call."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    depth = len(debugger.start(5).frames)
    stops = [debugger.step_over(), debugger.step_over()]
    deeper = [stop for stop in stops if stop.kind == "paused" and len(stop.frames) > depth and stop.line != 5]
    return bool(deeper), "a pause in the same call, or at the breakpoint", " and ".join(map(str, stops))


reproduce("program.rs", bugstalker, bug)
