"""A breakpoint is reported on a line of another file, as if that were a line of its own."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce

LINES = 6


def bug(session):
    inner = session()
    stop = inner.start(3)
    reported = inner.breakpoints[0]
    file = (reported.get("source") or {}).get("name", "program.c")
    inner.say("the breakpoint is reported on line %s of %s" % (reported.get("line"), file))
    inner.say("the pause is in %s" % stop.frames[0]["source"]["name"])
    shows = file == "program.c" and reported.get("line", 0) > LINES
    return shows, "a line of program.c, which has %d" % LINES, "line %s of %s" % (reported.get("line"), file)


reproduce("program.c", lldb_dap, bug)
