"""Two breakpoints get one id."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def bug(session):
    debugger = session()
    debugger.start(2)
    answered = debugger.set_breakpoints(2, 3)
    ids = [breakpoint.get("id") for breakpoint in answered]
    debugger.say("set [2, 3] -> ids %s" % ids)
    return len(ids) == 2 and ids[0] == ids[1], "two ids", str(ids)


reproduce("program.js", js_debug, bug)
