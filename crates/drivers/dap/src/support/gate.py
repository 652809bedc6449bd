"""Runs one program after the other in one debugged process.

Between programs it pauses in `pause`, where the debugger has a breakpoint. The file beside this one
says what to run next. A program may change whatever it can reach: what is used while it runs, or after
it, is taken before, and what programs change is put back.
"""
import atexit
import fcntl
import io
import os
import signal
import sys
import threading
import types
from builtins import BaseException, SystemExit, compile, exec, isinstance, list, open
from functools import partial
from json import load

# A place that programs do not find by accident; see sitecustomize.py.
FIRST_CHANNEL = 200


def pause(code):
    return code


def kept():
    """What programs change, as functions that put it back."""
    names = ("stdin", "stdout", "stderr", "argv", "excepthook", "displayhook", "unraisablehook")
    system = {name: getattr(sys, name) for name in names}
    paths, modules, folder = list(sys.path), dict(sys.modules), os.getcwd()
    variables, limit = dict(os.environ), sys.getrecursionlimit()
    handlers = [(number, signal.getsignal(number)) for number in (signal.SIGINT, signal.SIGCHLD, signal.SIGUSR1, signal.SIGPIPE, signal.SIGTERM)]
    chdir, set_limit, set_handler, environment = os.chdir, sys.setrecursionlimit, signal.signal, os.environ

    def put_back():
        set_limit(limit)
        for name in system:
            setattr(sys, name, system[name])
        sys.path[:] = paths
        for name in modules:
            sys.modules[name] = modules[name]
        chdir(folder)
        environment.clear()
        environment.update(variables)
        for number, handler in handlers:
            if handler is not None:
                set_handler(number, handler)

    return put_back


def run(file, output):
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    saved = fcntl.fcntl(1, fcntl.F_DUPFD_CLOEXEC, FIRST_CHANNEL)
    os.dup2(target, 1)
    os.close(target)
    put_back, join, here = kept(), threading.enumerate, threading.current_thread()
    finish, forget, replace, close = atexit._run_exitfuncs, atexit._clear, os.dup2, os.close
    process, leave, first = os.getpid, os._exit, os.getpid()
    with open(file, "rb") as source:
        code = compile(source.read(), file, "exec")
    main = types.ModuleType("__main__")
    main.__file__ = file
    main.__builtins__ = __builtins__
    sys.modules["__main__"], sys.argv, sys.path[0] = main, [file], os.path.dirname(file)
    # If one program closed it, the next cannot use it.
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8", errors="surrogateescape" if sys.stdout.errors == "surrogateescape" else "strict")
    out = sys.stdout
    result = 0
    try:
        exec(code, main.__dict__)
    except SystemExit as leaving:
        result = 1
        if leaving.code is None or isinstance(leaving.code, int):
            result = (leaving.code or 0) & 255
    except BaseException as error:
        result = 1
        try:
            sys.excepthook(type(error), error, error.__traceback__)
        except BaseException:
            pass
    finally:
        for thread in join():
            if thread is not here and not thread.daemon:
                thread.join(2)
        try:
            finish()
        except BaseException:
            pass
        forget()
        for stream in (sys.stdout, out):
            try:
                stream.flush()
            except BaseException:
                pass
        if process() != first:
            # A child of the program ends with the program.
            leave(result)
        put_back()
        replace(saved, 1)
        close(saved)
    return result


# The debugger's own handlers are for the end of this process, which never comes by itself.
atexit._clear()
# A child of the program has nothing to do with the debugger. No Python code may say so: a running
# step would end in it, and nobody would continue.
os.register_at_fork(after_in_child=partial(sys.settrace, None))
os.register_at_fork(after_in_child=partial(threading.settrace, None))
os.closerange(3, FIRST_CHANNEL)
code = 0
while True:
    pause(code)
    with open(sys.argv[1]) as request:
        wanted = load(request)
    code = run(wanted["file"], wanted["output"])
