"""Breakpoints that are set again unchanged get an empty answer."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def bug(session):
    debugger = session()
    debugger.start(2)
    counts = []
    for lines in [(2,), (2, 3), (2, 3)]:
        counts.append(len(debugger.set_breakpoints(*lines)))
        debugger.say("set %s -> %d in the answer" % (list(lines), counts[-1]))
    return counts != [1, 2, 2], "1, 2 and 2 breakpoints", "%d, %d and %d breakpoints" % tuple(counts)


reproduce("program.js", js_debug, bug)
