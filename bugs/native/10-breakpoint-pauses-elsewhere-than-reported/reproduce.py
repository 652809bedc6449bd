"""A breakpoint pauses at another line than the debugger says it stands on; give the path of BugStalker's `bs`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import bugstalker, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(9)
    place = debugger.breakpoints[0]
    debugger.say("the breakpoint: verified %s, line %s" % (place.get("verified"), place.get("line")))
    shows = place.get("verified") and place.get("line") != stop.line
    return shows, "a pause at the line that the debugger reported, %s" % place.get("line"), str(stop)


reproduce("program.rs", bugstalker, bug)
