"""A breakpoint whose condition is never true takes away another one that slid to its line; needs a Python with debugpy."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import debugpy, reproduce


def lines(breakpoints):
    return [one.get("line") for one in breakpoints if one.get("verified")]


def bug(session):
    debugger = session()
    debugger.start(3)
    before = debugger.go_on()
    debugger = session()
    slid = {"line": 3}
    never = {"line": 2, "condition": "1 > 2"}
    stop = debugger.start(slid, never)
    reported = lines(debugger.breakpoints)
    debugger.say("the adapter says that they stand on the lines %s" % reported)
    shows = before.kind == "paused" and stop.kind != "paused" and reported == [2, 2]
    return shows, "a pause at line 2, as without the second breakpoint", str(stop)


reproduce("program.py", debugpy, bug)
