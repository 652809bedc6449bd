"""Runs a program and writes down which of its lines have code and which ran."""
import json
import os
import sys
import threading
import types

program, report = sys.argv[1], sys.argv[2]
with open(program, "rb") as file:
    code = compile(file.read(), program, "exec")
ran = set()


def trace(frame, event, argument):
    if frame.f_code.co_filename != program:
        return None
    ran.add(frame.f_lineno)
    return trace


def lines_of(code):
    found = {line for line in (entry[-1] for entry in entries(code)) if line}
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            found |= lines_of(constant)
    return found


def entries(code):
    if hasattr(code, "co_lines"):
        return list(code.co_lines())
    import dis

    return list(dis.findlinestarts(code))


def finish(write=open, dump=json.dump):
    with write(report, "w") as file:
        dump({"code": sorted(lines_of(code)), "ran": sorted(ran)}, file)


main = types.ModuleType("__main__")
main.__file__ = program
sys.modules["__main__"] = main
sys.argv = [program]
sys.path[0] = os.path.dirname(program)
threading.settrace(trace)
sys.settrace(trace)
try:
    exec(code, main.__dict__)
finally:
    sys.settrace(None)
    threading.settrace(None)
    finish()
