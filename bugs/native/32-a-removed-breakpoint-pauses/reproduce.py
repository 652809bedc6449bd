"""A breakpoint that was removed still pauses."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    debugger.start(1, 9)
    debugger.step_in()
    debugger.step_in()
    debugger.set_breakpoints(9)
    debugger.say("the breakpoint on line 1 removed")
    debugger.step_over()
    stop = debugger.go_on()
    return stop.line in (1, 2), "a pause on line 9, or the end", str(stop)


reproduce("program.rs", bugstalker, bug)
