"""Step over at the end of a function passes by the caller; give a Python that has debugpy."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import debugpy, reproduce


def bug(session):
    debugger = session()
    debugger.start(2)
    out = debugger.step_out()
    debugger = session()
    debugger.start(2)
    over = debugger.step_over()
    shows = out.function == "apply" and over.function != "apply"
    return shows, "step over at the last line of inc ends in its caller, as step out does: %s" % out, str(over)


reproduce("program.py", debugpy, bug)
