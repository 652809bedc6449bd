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
from builtins import (AttributeError, BaseException, bool, bytearray, bytes, complex, dict, enumerate, eval, float,
                      frozenset, getattr, id, int, isinstance, len, list, min, range, repr, set, sorted, str, tuple,
                      type)
from collections import OrderedDict, deque
from itertools import islice
from json import dumps, loads
from linecache import getline
from os import _exit, read, write
from sys import gettrace, settrace
from types import FunctionType, GetSetDescriptorType, MemberDescriptorType, ModuleType

REQUESTS, ANSWERS = os.dup2(3, 210, False), os.dup2(4, 211, False)
os.close(3)
os.close(4)
DEPTH_MAX, ITEMS_MAX, TEXT_MAX = 3, 24, 200
PLAIN = (int, float, complex, bool, str, bytes, bytearray, type(None), type(Ellipsis), range)
# A tree that is deeper cannot be sent.
LEVELS_MAX = 30
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


def expanded(value, depth, width):
    """The value with what it holds, without running any code of the program."""
    tree = {"text": told(value)}
    held = held_by(value)
    if held is None:
        return tree
    if depth == 0:
        tree["contents"] = {"holds": "folded"}
        return tree
    held = list(islice(held, width + 1))
    children = [{"key": key, "value": expanded(item, depth - 1, width)} for key, item in held[:width]]
    tree["contents"] = {"holds": "children", "children": children, "has_more": len(held) > width}
    return tree


def held_by(value):
    """What a value holds: elements by index or key, then attributes by name; None if its text says everything."""
    kind = type(value)
    bases = type.__getattribute__(kind, "__mro__")
    if any_of(kind, PLAIN + (FunctionType, ModuleType)) or any_of(type, bases):
        return None
    container = first_of(bases, (list, tuple, dict, set, frozenset, deque))
    fields = attributes(value, bases)
    if container is None:
        return fields
    return both(entries(value, kind) if container is dict else elements(value, container), fields or ())


def first_of(bases, kinds):
    for one in bases:
        if any_of(one, kinds):
            return one
    return None


def both(first, second):
    yield from first
    yield from second


def elements(value, container):
    for index, item in enumerate(container.__iter__(value)):
        yield str(index), item


def entries(value, kind):
    """The entries of a dictionary in its order; nothing is looked up, since that runs code of the keys."""
    pairs = dict.items(value)
    if kind is OrderedDict:
        items = {id(key): item for key, item in pairs}
        pairs = ((key, items[id(key)]) for key in OrderedDict.__iter__(value))
    for key, item in pairs:
        yield told(key), item


def attributes(value, bases):
    """The attributes that an instance has itself: its slots and its dictionary; None if it can have none."""
    found, can_have = [], False
    for base in bases[::-1]:
        namespace = NAMESPACE(base)
        for name, member in list(namespace.items()):
            if "__slots__" in namespace and type(member) is MemberDescriptorType:
                can_have = True
                try:
                    found.append((name, member.__get__(value)))
                except AttributeError:
                    pass  # It has no value yet.
            elif type(name) is str and name == "__dict__" and type(member) is GetSetDescriptorType:
                can_have = True
                found.extend(dict.items(member.__get__(value)))
    return [pair for pair in found if type(pair[0]) is str and not is_hidden(pair[0])] if can_have else None


NAMESPACE = type.__dict__["__dict__"].__get__


def is_hidden(name):
    return name.startswith(".") or name[:2] == name[-2:] == "__"


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
        return self.texts(frame.f_locals)

    def texts(self, variables):
        return {name: told(value) for name, value in list(variables.items()) if not is_hidden(name)}

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
            elif do in ("look-at-callers", "evaluate", "expand"):
                send(self.answer(request, list(self.own_frames(frame))))
            else:
                send(self.place(request))

    def answer(self, request, frames):
        """The answer to a question about any frame."""
        if request["do"] == "look-at-callers":
            return {"saw": "looked-at-callers", "callers": self.callers(request["order"], frames[1:])}
        if request["frame"] >= len(frames):
            return {"saw": "no-frame"}
        frame = frames[request["frame"]]
        if request["do"] == "evaluate":
            return {"saw": "evaluated", "value": self.evaluate(request["expression"], frame)}
        variables, name = frame.f_locals, request["name"]
        if is_hidden(name) or name not in variables:
            return {"saw": "no-variable"}
        return {"saw": "expanded", "value": expanded(variables[name], min(request["depth"], LEVELS_MAX), request["width"])}

    def callers(self, order, frames):
        if order == "outermost-first":
            return [self.variables(frame) for frame in frames[::-1]][::-1]
        if order == "scopes-first":
            return [self.texts(variables) for variables in [frame.f_locals for frame in frames]]
        return [self.variables(frame) for frame in frames]

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
