"""A step out ends in what the function calls, while the function itself is not left."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    function = debugger.start(7).function
    stop = debugger.step_out()
    names = [frame["name"] for frame in stop.frames]
    debugger.say("called from: " + ", ".join(names[1:6]))
    return function in names, "a pause outside of " + function, str(stop) + ", within it"


reproduce("program.rs", bugstalker, bug)
