"""The expression for an element behind a pointer to an array is none that can be evaluated."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import lldb_dap, reproduce


def below(inner, reference):
    return inner.ask("variables", {"variablesReference": reference})["body"]["variables"]


def bug(session):
    inner = session()
    frame = inner.start(4).frames[0]
    names = below(inner, inner.scopes(frame)[0]["variablesReference"])
    rows = [one for one in names if one["name"] == "rows"][0]
    child = below(inner, rows["variablesReference"])[2]
    expression, shown = child["evaluateName"], child["value"]
    inner.say("the third child of rows is %s, its expression is %s" % (shown, expression))
    answer = inner.ask("evaluate", {"expression": expression, "frameId": frame["id"], "context": "watch"})
    result = answer.get("body", {}).get("result") or answer.get("message", "")
    inner.say("evaluate %s: %s" % (expression, result))
    return result != shown, "%s evaluates to %s" % (expression, shown), result.splitlines()[0]


reproduce("program.c", lldb_dap, bug)
