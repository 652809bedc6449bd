"""A step in, where a function of the runtime is called, runs to the end of the program."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import first_step, js_debug, reproduce


def bug(session):
    over = first_step(session, "step_over", 2)
    into = first_step(session, "step_in", 2)
    shows = over.line == 3 and into.kind == "finished"
    return shows, "a pause in what is called, or on line 3 as after a step over", str(into)


reproduce("program.js", js_debug, bug)
