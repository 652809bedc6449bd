"""The stop at the entry of a program is in its first function, at each call."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def bug(session):
    debugger = session()
    stops = [debugger.start(stopOnEntry=True)]
    while stops[-1].kind == "paused" and len(stops) < 4:
        stops.append(debugger.go_on())
    entries = [stop for stop in stops if stop.reason == "entry"]
    shows = [stop.line for stop in entries] != [4]
    return shows, "one stop, at line 4", " and ".join(map(str, entries))


reproduce("program.js", js_debug, bug)
