"""No variable of a caller is shown if one is an array; give the path of cdt-gdb-adapter's debugAdapter.js."""
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from dap import Trouble, cdt_gdb, reproduce


def adapter(path=None):
    if not path:
        raise Trouble("give the path of debugAdapter.js as the argument")
    return cdt_gdb(path)


def bug(session):
    debugger = session()
    top = debugger.start(11)
    values, refused = debugger.variables(top.frames[0])
    debugger.say("variables of %s on top: %s %s" % (top.function, sorted(values), refused))
    debugger.set_breakpoints(4)
    stop = debugger.go_on()
    caller = stop.frames[1]
    values, refused = debugger.variables(caller)
    debugger.say("variables of its caller %s: %s %s" % (caller["name"], sorted(values), refused))
    expected = "the variables before, n, result and values, as when outer was on top"
    return bool(refused), expected, "%s, refused: %s" % (sorted(values), refused)


reproduce("program.c", adapter, bug)
