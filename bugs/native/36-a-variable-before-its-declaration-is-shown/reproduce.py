"""A variable that has no value yet is shown as undefined, and cannot be evaluated."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def bug(session):
    debugger = session()
    stop = debugger.start(3)
    shown, _ = debugger.variables(stop.frames[0])
    debugger.say("shown: %s" % {name: shown[name] for name in sorted(shown) if name in ("a", "b")})
    value = debugger.evaluate("b", stop.frames[0])
    shows = shown.get("b") == "undefined" and "refused" in value
    return shows, "one answer for b: that it has no value yet", "shown as undefined, evaluated: " + value


reproduce("program.js", js_debug, bug)
