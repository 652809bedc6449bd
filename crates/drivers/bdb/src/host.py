"""Serves sessions of bdb, the debugger in Python's standard library, over a pair of pipes.

Each message is JSON and ends with a NUL byte; requests arrive at descriptor 3, answers leave at 4.
For each program a copy of this process is forked, so that programs never see each other.

A program runs in the same process. So every function that is used while it runs is taken before by a
name of this module, and the pipes are moved to where programs do not look by chance.
"""
import bdb
import os
import signal
import sys
import types
from builtins import (BaseException, bool, bytearray, bytes, complex, dict, eval, float, frozenset, getattr, int,
                      isinstance, len, list, range, repr, set, sorted, str, tuple, type)
from json import dumps, loads
from linecache import getline
from os import _exit, read, write
from sys import gettrace, settrace
from types import FunctionType, ModuleType

REQUESTS, ANSWERS = os.dup2(3, 210, False), os.dup2(4, 211, False)
os.close(3)
os.close(4)
DEPTH_MAX, ITEMS_MAX, TEXT_MAX = 3, 24, 200
PLAIN = (int, float, complex, bool, str, bytes, bytearray, type(None), type(Ellipsis), range)
pending = bytearray()


def receive():
    while b"\0" not in pending:
        chunk = read(REQUESTS, 65536)
        if not chunk:
            _exit(0)
        pending.extend(chunk)
    message, _, rest = bytes(pending).partition(b"\0")
    pending[:] = rest
    return loads(message.decode("utf-8", "surrogatepass"))


def send(answer):
    data = dumps(answer).encode("ascii") + b"\0"
    while data:
        data = data[write(ANSWERS, data):]


def told(value, depth=0):
    """The value as text, without running any code of the program."""
    kind = type(value)
    if any_of(kind, PLAIN):
        text = repr(value)
        return text if len(text) <= TEXT_MAX else text[:TEXT_MAX] + "…"
    if depth < DEPTH_MAX:
        if any_of(kind, (list, tuple)):
            begin, end = "[]" if kind is list else "()"
            return begin + joined(told(item, depth + 1) for item in value[:ITEMS_MAX + 1]) + end
        if kind is dict:
            items = list(value.items())[:ITEMS_MAX + 1]
            pairs = (told(key, depth + 1) + ": " + told(item, depth + 1) for key, item in items)
            return "{" + joined(pairs) + "}"
        if any_of(kind, (set, frozenset)):
            return kind.__name__ + "{" + joined(sorted(told(item, depth + 1) for item in value)) + "}"
    if kind is FunctionType:
        return "<function " + value.__name__ + ">"
    if kind is ModuleType:
        return "<module " + str(ModuleType.__getattribute__(value, "__name__")) + ">"
    if type in type.__getattribute__(kind, "__mro__"):
        return "<class " + type.__getattribute__(value, "__name__") + ">"
    return "<" + type.__getattribute__(kind, "__name__") + " object>"


def any_of(kind, kinds):
    """Whether it is one of them, without asking it."""
    for one in kinds:
        if one is kind:
            return True
    return False


def joined(texts):
    texts = list(texts)
    if len(texts) > ITEMS_MAX:
        texts[ITEMS_MAX:] = ["…"]
    return ", ".join(texts)


class Debugger(bdb.Bdb):
    def __init__(self, file):
        super().__init__()
        self.file = file
        self.name = self.canonic(file)
        self.is_started = False

    def is_mine(self, frame):
        return frame.f_code.co_filename == self.file

    def user_line(self, frame):
        """Rests at a line of the program; lines of libraries are passed by."""
        if not self.is_mine(frame):
            return
        if not self.is_started:
            # Tracing begins with a step; from here on only breakpoints count.
            self.is_started = True
            self.set_continue()
            if not self.break_here(frame):
                return
        send(self.paused(frame))
        self.serve(frame)

    def own_frames(self, frame):
        while frame is not None and frame is not self.botframe:
            if self.is_mine(frame):
                yield frame
            frame = frame.f_back

    def paused(self, frame):
        frames = [[at.f_code.co_name, at.f_lineno] for at in self.own_frames(frame)]
        return {"saw": "paused", "frames": frames, "variables": self.variables(frame)}

    def variables(self, frame):
        hidden = lambda name: name.startswith(".") or name[:2] == name[-2:] == "__"
        items = list(frame.f_locals.items())
        return {name: told(value) for name, value in items if not hidden(name)}

    def serve(self, frame):
        """Answers requests until one of them lets the program run."""
        while True:
            request = receive()
            do = request["do"]
            if do in ("start", "continue"):
                return self.set_continue()
            if do == "step-in":
                return self.set_step()
            if do == "step-over":
                return self.set_next(frame)
            if do == "step-out":
                return self.set_return(frame)
            if do == "close":
                _exit(0)
            if do == "look":
                send({"saw": "looked", "variables": self.variables(frame)})
            elif do == "look-at-callers":
                callers = [self.variables(at) for at in self.own_frames(frame)][1:]
                send({"saw": "looked-at-callers", "callers": callers})
            elif do == "evaluate":
                send({"saw": "evaluated", "value": self.evaluate(request["expression"], frame)})
            else:
                send(self.place(request))

    def place(self, request):
        if request["do"] == "remove-breakpoint":
            reason = self.clear_bpbynumber(request["number"])
            return {"saw": "not-removed", "reason": reason} if reason else {"saw": "removed"}
        line = request["line"]
        reason = self.no_code(line) or self.set_break(self.name, line, cond=request["condition"])
        if reason:
            return {"saw": "not-set", "reason": reason}
        return {"saw": "set", "line": line, "number": bdb.Breakpoint.bpbynumber[-1].number}

    def no_code(self, line):
        """The places that pdb refuses, since bdb itself takes every line."""
        text = getline(self.file, line).strip()
        if not text:
            return "blank or past the end"
        if text[0] == "#" or text[:3] in ('"""', "'''"):
            return "no code"
        return None

    def evaluate(self, expression, frame):
        trace = gettrace()
        settrace(None)
        try:
            return told(eval(expression, frame.f_globals, frame.f_locals))
        except BaseException as error:
            return "throws " + type(error).__name__
        finally:
            settrace(trace)

    def begin(self):
        """Answers requests before the start."""
        while True:
            request = receive()
            if request["do"] == "start":
                return
            if request["do"] == "close":
                _exit(0)
            send(self.place(request))

    def debug(self, code, scope):
        self.reset()
        sys.settrace(self.trace_dispatch)
        try:
            exec(code, scope)
        finally:
            sys.settrace(None)


def parse(file):
    with open(file, "rb") as source:
        text = source.read()
    try:
        return compile(text, file, "exec")
    except (SyntaxError, ValueError) as error:
        send({"saw": "does-not-parse", "reason": str(getattr(error, "msg", error))})
        os._exit(0)


def serve_program(request):
    """Runs in the forked copy; the end of the process is the end of the program."""
    file = request["file"]
    output = os.open(request["output"], os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(output, 1)
    os.close(output)
    code = parse(file)
    send({"saw": "opened"})
    debugger = Debugger(file)
    debugger.begin()
    # A child of the program has nothing to do with the debugger.
    os.register_at_fork(after_in_child=let_go)
    main = ModuleType("__main__")
    main.__file__ = file
    main.__builtins__ = __builtins__
    sys.modules["__main__"] = main
    sys.argv = [file]
    sys.path[0] = os.path.dirname(file)
    debugger.debug(code, main.__dict__)


def let_go():
    settrace(None)
    os.close(REQUESTS)
    os.close(ANSWERS)


def fork():
    """Whether this is the copy; the original tells how the copy ended."""
    pid = os.fork()
    if pid == 0:
        return True
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        send({"saw": "ended", "signal": signal.Signals(os.WTERMSIG(status)).name})
    else:
        send({"saw": "ended", "code": os.WEXITSTATUS(status)})
    return False


def serve():
    send({"saw": "ready"})
    while True:
        request = receive()
        if request["do"] == "open" and fork():
            return request


serve_program(serve())
