"""Runs a program and writes down which of its lines have code and which ran.

Nothing is written when the program has meddled with how its lines are found out.
"""
import json
import os
import sys
import threading
import types

program, report = sys.argv[1], sys.argv[2]
with open(program, "rb") as file:
    code = compile(file.read(), program, "exec")
ran = set()
meddling = {"sys.settrace", "sys._getframe", "object.__getattr__", "gc.get_objects", "gc.get_referrers", "os.fork"}
noticed = []


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


def run():
    """All that is used once the program runs is taken before."""
    own, add, notice, bad = program, ran.add, noticed.append, meddling
    tracing, stop, stop_threads = sys.gettrace, sys.settrace, threading.settrace
    lines, order, create, dump, process = sorted(lines_of(code)), sorted, open, json.dump, os.getpid
    first, inside = process(), []
    enter, leave = inside.append, inside.pop

    def trace(frame, event, argument):
        enter(frame)
        is_own = frame.f_code.co_filename == own
        leave()
        if not is_own:
            return None
        add(frame.f_lineno)
        return trace

    def hook(event, arguments):
        if event in bad and not inside:
            notice(event)

    main = types.ModuleType("__main__")
    main.__file__ = program
    sys.modules["__main__"] = main
    sys.argv = [program]
    sys.path[0] = os.path.dirname(program)
    target = create(report, "w")
    stop_threads(trace)
    stop(trace)
    if hasattr(sys, "addaudithook"):
        sys.addaudithook(hook)
    try:
        exec(code, main.__dict__)
    finally:
        is_whole = tracing() is trace and not noticed and process() == first
        stop(None)
        stop_threads(None)
        if is_whole:
            dump({"code": lines, "ran": order(ran)}, target)
            target.flush()


run()
