"""If the scopes of two frames are requested before any variables, both show the variables of one frame."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def here(inner, scopes):
    reference = scopes[0]["variablesReference"]
    variables = inner.ask("variables", {"variablesReference": reference})["body"]["variables"]
    return {one["name"]: one["value"] for one in variables}.get("here")


def bug(session):
    inner = session()
    frames = inner.start(5).frames[:2]
    words = "here is %s in inner and %s in main"
    one_by_one = words % tuple(here(inner, inner.scopes(frame)) for frame in frames)
    inner.say("frame by frame: %s" % one_by_one)
    both = [inner.scopes(frame) for frame in frames]
    scopes_first = words % tuple(here(inner, scopes) for scopes in both)
    inner.say("scopes first: %s" % scopes_first)
    return scopes_first != one_by_one, one_by_one, scopes_first


reproduce("program.c", lldb_dap, bug)
