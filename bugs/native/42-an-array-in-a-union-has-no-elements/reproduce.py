"""An array that is a member of a union is shown without its elements."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def below(inner, reference):
    return inner.ask("variables", {"variablesReference": reference})["body"]["variables"] if reference else []


def named(variables, name):
    return [one for one in variables if one["name"] == name][0]


def bug(session):
    inner = session()
    frame = inner.start(10).frames[0]
    it = named(below(inner, inner.scopes(frame)[0]["variablesReference"]), "it")
    array = named(below(inner, it["variablesReference"]), "bytes")
    words = "%d elements of the type %s"
    actual = words % (len(below(inner, array["variablesReference"])), array.get("type"))
    inner.say("bytes has %s" % actual)
    expected = words % (4, "unsigned char[4]")
    return actual != expected, expected, actual


reproduce("program.c", lldb_dap, bug)
