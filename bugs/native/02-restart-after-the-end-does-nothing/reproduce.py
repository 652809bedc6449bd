"""After the end of the program, restart succeeds and nothing happens."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import QUIET_S, lldb_dap, reproduce


def bug(session):
    debugger = session()
    debugger.start(5)
    debugger.go_on()
    debugger.wait_for(["terminated"], QUIET_S)
    answer = debugger.ask("restart", {"arguments": debugger.launch_arguments})
    debugger.say("restart -> %s" % ("success" if answer["success"] else "refused: %s" % answer.get("message")))
    stop = debugger.stopped(2 * QUIET_S)
    debugger.say("then -> %s" % stop)
    shows = answer["success"] and stop.kind == "running"
    return shows, "a refusal, or a new run that pauses at line 5", "success, then %s" % stop


reproduce("program.c", lldb_dap, bug)
