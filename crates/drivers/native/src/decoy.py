"""Runs a program as a debugger in the same process would, and does nothing with it.

There is a trace function, code below the program, a second thread, modules that debuggers load, and
descriptors that are not the program's. Its output goes to a file. The process above says at the end
what the program did to all that; a program whose output is another one here looks at how it is run.
"""
import bdb
import io
import json
import linecache
import os
import select
import signal
import socket
import sys
import threading
import traceback
import types

program, output = sys.argv[1], sys.argv[2]
FIRST_CHANNEL = 200
DEBUGGERS = (bdb, sys.modules["builtins"], json, linecache, os, select, signal, socket, sys, threading, types, bdb.Bdb)
OWN_BUSINESS = {"stdout", "stderr", "stdin", "argv", "path", "modules", "excepthook", "displayhook", "last_type", "last_value", "last_traceback", "last_exc", "ps1", "ps2", "exitfunc", "flags", "_", "__warningregistry__", "environ", "environb", "unraisablehook"}
FRAMES = {"sys._getframe", "sys._current_frames", "object.__getattr__", "gc.get_objects", "gc.get_referrers", "gc.get_referents", "code.__new__"}
LOADED = ("bdb", "builtins", "json", "linecache", "os", "select", "signal", "socket", "sys", "threading", "types")
# What a class itself reads when it is made, which does not concern a debugger.
HARMLESS = {"__code__", "__globals__", "__defaults__"}


class Debugger(bdb.Bdb):
    def user_line(self, frame):
        pass


# Modules of debuggers that work in the same process; a program has no business in them.
OF_DEBUGGERS = ("bdb", "pdb", "pydevd", "debugpy", "_pydevd_bundle", "_pydev_bundle", "_pydevd_frame_eval")
TOUCHED = "looks for the debugger, or into it: "
WATCHED = [(module.__name__, vars(module)) for module in DEBUGGERS + (Debugger,)]


def parts():
    found = {}
    for owner, content in WATCHED:
        for name, value in [*content.items()]:
            if name not in OWN_BUSINESS:
                found[owner + "." + name] = value
    return found


def run(report):
    """Runs in the child. All that is used once the program runs is taken before."""
    with open(program, "rb") as source:
        code = compile(source.read(), program, "exec")
    target = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(target, 1)
    os.close(target)
    ends = os.pipe()
    canaries = [os.dup2(ends[1], FIRST_CHANNEL + number) for number in range(16)]
    listening = os.dup2(ends[0], FIRST_CHANNEL + 30)
    os.close(ends[0])
    os.close(ends[1])
    files = [(number, os.fstat(number).st_ino) for number in canaries]
    main = types.ModuleType("__main__")
    main.__file__ = program
    # Some debuggers give a program these as a dictionary, and an output of its own.
    main.__builtins__ = vars(sys.modules["builtins"])
    sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w", closefd=False)), encoding="utf-8", errors=sys.stdout.errors)
    sys.modules["__main__"] = main
    sys.argv, sys.path[0] = [program], os.path.dirname(program)
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    said, own, write, stat, ready = [], program, os.write, os.fstat, select.select
    any_of = any
    getframe, gettrace, process, say = sys._getframe, sys.gettrace, os.getpid, said.append
    first, before, collect, busy = process(), parts(), parts, []
    flush, event_of = sys.stdout.flush, threading.Event

    modules, paths, loaded = sys.modules, sys.path, {name: sys.modules[name] for name in LOADED}
    searched = [*sys.path[1:]]
    functions = sys.modules["builtins"].__dict__
    known = [(name, functions[name]) for name in ("type", "repr", "len", "isinstance", "str", "list", "dict", "getattr")]

    limit, least = sys.getrecursionlimit, sys.getrecursionlimit()

    class Canary(types.ModuleType):
        def __getattribute__(self, name):
            if not name.startswith("__") and not busy:
                say(TOUCHED + name)
            return types.ModuleType.__getattribute__(self, name)

    real = sys.modules

    class Modules(dict):
        """What a program sees as sys.modules: all of the real one, and who looks for a debugger in it is noted."""

        def look(self, name):
            if not busy and (name in OF_DEBUGGERS or name is None) and getframe(2).f_code.co_filename == own:
                say(TOUCHED + "sys.modules")
            return True

        def __contains__(self, name):
            return self.look(name) and name in real

        def __getitem__(self, name):
            self.look(name)
            return real[name]

        def get(self, name, default=None):
            self.look(name)
            return real.get(name, default)

        def __setitem__(self, name, module):
            real[name] = module

        def __delitem__(self, name):
            del real[name]

        def pop(self, name, *default):
            return real.pop(name, *default)

        def setdefault(self, name, module=None):
            return real.setdefault(name, module)

        def update(self, *others, **names):
            real.update(*others, **names)

        def __len__(self):
            return len(real)

        def __iter__(self):
            self.look(None)
            return iter(real)

        def keys(self):
            self.look(None)
            return real.keys()

        def items(self):
            self.look(None)
            return real.items()

        def values(self):
            self.look(None)
            return real.values()

        def copy(self):
            self.look(None)
            return real.copy()

    def paused(*_, **__):
        say("calls breakpoint(), which is the debugger's to answer")

    def asked(*_):
        if not busy:
            say(TOUCHED + "the trace function")
        return trace

    def trace(frame, event, argument):
        # A program may undo its changes before it ends.
        if limit() < least and not said:
            say("lowers the limit of recursion, which a debugger in the same process needs")
        for name, value in known:
            if functions.get(name) is not value and not said:
                say("changes " + name + ", which a debugger in the same process uses")
        return trace

    def hook(event, arguments):
        if event == "open" and arguments[0] == own and not busy:
            say("reads its own text, which debunk changes")
        if event == "sys.addaudithook" and not busy:
            say("listens to what the interpreter does, also for a debugger in the same process")
        if busy or event not in FRAMES and not event.startswith("ctypes."):
            return
        busy.append(event)
        caller = getframe(1)
        is_own = caller.f_code.co_filename == own
        if is_own and not (event == "object.__getattr__" and arguments[1] in HARMLESS):
            say("looks into the interpreter, where a debugger works: " + event)
        busy.clear()

    def judge():
        if process() != first:
            return
        if gettrace() is not trace:
            say("changes the trace function, by which a debugger works")
        if modules is not sys.modules or any_of(modules.get(name) is not loaded[name] for name in loaded):
            say("changes sys.modules, where a debugger in the same process finds its own")
        if any_of(one not in paths for one in searched):
            say("changes sys.path, where a debugger in the same process finds its modules")
        now = collect()
        changed = [name for name, value in before.items() if now.get(name, before) is not value]
        if changed:
            say("changes " + changed[0] + ", which a debugger in the same process uses")
        for number, node in files:
            try:
                if stat(number).st_ino != node:
                    say("uses descriptors that are not its own")
            except Exception:
                say("uses descriptors that are not its own")
        if ready([listening], [], [], 0)[0]:
            say("uses descriptors that are not its own")
        write(report, ("".join(said[:1]) + "\n").encode())

    ending = getattr(sys, "is_finalizing", bool)

    def late(frame, event, argument):
        if event == "line" and frame.f_code.co_filename == own and ending() and not said:
            say("runs code while the interpreter is taken down, in an order that depends on what else is there")
            write(report, ("".join(said) + "\n").encode())
        return late

    for name in OF_DEBUGGERS:
        canary = Canary(name)
        sys.modules[name] = canary
        if name in loaded:
            loaded[name] = canary
    sys.modules = modules = Modules()
    sys.gettrace = sys.getprofile = asked
    sys.breakpointhook = paused
    before = parts()
    if hasattr(sys, "addaudithook"):
        sys.addaudithook(hook)
    sys.settrace(trace)
    try:
        exec(code, main.__dict__)
    finally:
        busy.append("the end")
        judge()
        sys.settrace(late)


def supervise():
    ends = os.pipe()
    report = os.dup2(ends[1], FIRST_CHANNEL + 20)
    os.close(ends[1])
    pid = os.fork()
    if pid == 0:
        os.close(ends[0])
        return report
    os.close(report)
    _, status = os.waitpid(pid, 0)
    words = b""
    while select.select([ends[0]], [], [], 0)[0]:
        chunk = os.read(ends[0], 4096)
        if not chunk:
            break
        words += chunk
    os.write(1, words)
    if os.WIFSIGNALED(status):
        signal.signal(os.WTERMSIG(status), signal.SIG_DFL)
        os.kill(os.getpid(), os.WTERMSIG(status))
    os._exit(os.WEXITSTATUS(status))


run(supervise())
