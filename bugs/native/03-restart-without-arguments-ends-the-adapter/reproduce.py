"""A restart request without arguments ends CodeLLDB; give the path of its `codelldb`."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import codelldb, program_on_path, reproduce


def bug(session):
    debugger = session()
    debugger.start(5)
    answer = debugger.ask("restart")
    debugger.say("restart -> %s" % ("success" if answer["success"] else answer.get("message")))
    stop = debugger.stopped()
    debugger.say("then -> %s" % stop)
    return stop.kind == "gone", "a new run that pauses at line 5, or a refusal", str(stop)


reproduce("program.c", lambda path=None: codelldb(path or program_on_path("codelldb")), bug)
