"""A breakpoint pauses whatever its condition says; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    stops = {}
    for condition in ("value == 5", "value > 5", "false", "1 > 2", "0"):
        debugger = session()
        stops[condition] = debugger.start({"line": 3, "condition": condition})
    paused = [condition for condition, stop in stops.items() if stop.kind == "paused"]
    return bool(paused), "the program ends, or the breakpoint is refused", "a pause with: " + ", ".join(paused)


reproduce("program.rs", bugstalker, bug)
