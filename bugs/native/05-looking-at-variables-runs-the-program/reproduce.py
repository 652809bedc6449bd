"""Looking at the variables changes what the program prints; give a Python that has debugpy."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import QUIET_S, debugpy, reproduce


def variables_below(debugger, reference):
    return debugger.ask("variables", {"variablesReference": reference})["body"]["variables"]


def run(session, look):
    debugger = session()
    stop = debugger.start(16)
    if look:
        for scope in debugger.scopes(stop.frames[0]):
            if scope["name"].lower().startswith("local"):
                for variable in variables_below(debugger, scope["variablesReference"]):
                    debugger.say("look at %s" % variable["name"])
                    if variable["variablesReference"]:
                        variables_below(debugger, variable["variablesReference"])
    debugger.go_on()
    debugger.wait_for(["terminated"], QUIET_S)
    debugger.say("output: %r" % debugger.output)
    return debugger.output


def bug(session):
    unseen, seen = run(session, False), run(session, True)
    return seen != unseen, "the output is the same with and without looking", "%r, then %r" % (unseen, seen)


reproduce("program.py", debugpy, bug)
