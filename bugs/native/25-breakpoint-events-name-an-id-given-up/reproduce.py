"""The events that verify breakpoints have ids that a later answer of the adapter has replaced."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import js_debug, reproduce


def ids(breakpoints):
    return [breakpoint.get("id") for breakpoint in breakpoints]


def bug(session):
    debugger = session()
    set_lines = debugger.set_breakpoints
    answers = []

    def one_after_the_other(*lines):
        # As an editor does when breakpoints are added by hand: each time the whole list.
        for count in range(1, len(lines) + 1):
            answers.append(set_lines(*lines[:count]))
            debugger.say("set %s -> ids %s" % (list(lines[:count]), ids(answers[-1])))
        return answers[-1]

    debugger.set_breakpoints = one_after_the_other
    changed = debugger.collect("breakpoint")
    debugger.start(2, 3)
    verified = sorted({event["body"]["breakpoint"]["id"] for event in changed})
    debugger.say("the events verify %s" % verified)
    expected = sorted(ids(answers[-1]))
    return verified != expected, "events about %s" % expected, "events about %s" % verified


reproduce("program.js", js_debug, bug)
