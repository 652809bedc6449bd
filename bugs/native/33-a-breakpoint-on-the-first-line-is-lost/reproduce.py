"""A breakpoint on the first line that is added to another one, before the program runs, is lost."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def first_pause(session, *lists):
    debugger = session()
    set_lines = debugger.set_breakpoints

    def all_lists(*lines):
        for wanted in lists[:-1]:
            debugger.say("set %s" % list(wanted))
            set_lines(*wanted)
        return set_lines(*lines)

    debugger.set_breakpoints = all_lists
    return debugger.start(*lists[-1])


def bug(session):
    together = first_pause(session, (3, 1))
    one_by_one = first_pause(session, (3,), (3, 1))
    shows = together.line == 1 and one_by_one.line != 1
    return shows, "paused at line 1, as when both are set at once", str(one_by_one)


reproduce("program.js", js_debug, bug)
