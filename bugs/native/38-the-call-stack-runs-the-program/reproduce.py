"""The names of the frames are made by the program's own toString, which changes the program."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(9)
    unseen = debugger.evaluate("calls", stop.frames[0])
    debugger = session()
    debugger.start(5, 9)
    stop = debugger.go_on()
    seen = debugger.evaluate("calls", stop.frames[0])
    return unseen != seen, "calls is the same in both sessions", "%s without the pause in work, %s with it" % (unseen, seen)


reproduce("program.js", js_debug, bug)
