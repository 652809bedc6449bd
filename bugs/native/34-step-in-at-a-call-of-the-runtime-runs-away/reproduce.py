"""A step in, where a function of the runtime is called, runs to the end of the program."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def step_from_line_2(session, step):
    debugger = session()
    debugger.start(2)
    return getattr(debugger, step)()


def bug(session):
    over = step_from_line_2(session, "step_over")
    into = step_from_line_2(session, "step_in")
    shows = over.line == 3 and into.kind == "finished"
    return shows, "a pause in what is called, or on line 3 as after a step over", str(into)


reproduce("program.js", js_debug, bug)
