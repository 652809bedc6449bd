"""The expression that CodeLLDB gives for what is below a pointer means something else; give the path of its `codelldb`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import codelldb, program_on_path, reproduce

DEPTH = 2


def below(inner, reference):
    return inner.ask("variables", {"variablesReference": reference})["body"]["variables"] if reference else []


def bug(session):
    inner = session()
    frame = inner.start(5).frames[0]
    wrong = []

    def walk(variables, depth):
        for one in variables:
            path = one.get("evaluateName")
            if not path or one["name"] == "[raw]":
                continue
            answer = inner.ask("evaluate", {"expression": path, "frameId": frame["id"], "context": "watch"})
            value = answer["body"]["result"] if answer["success"] else "an error"
            inner.say("%s shows %s; evaluate %s -> %s" % (one["name"], one["value"], path, value))
            if value != one["value"]:
                wrong.append("%s for a child that shows %s" % (value, one["value"]))
            if depth:
                walk(below(inner, one["variablesReference"]), depth - 1)

    walk(below(inner, inner.scopes(frame)[0]["variablesReference"]), DEPTH)
    return bool(wrong), "the value of each child", "; ".join(wrong) or "the value of each child"


reproduce("program.c", lambda path=None: codelldb(path or program_on_path("codelldb")), bug)
