# ---- bdb, the debugger in Python's standard library. ----

import bdb
import collections
import itertools
import linecache
import types

DEPTH_MAX, ITEMS_MAX, TEXT_MAX, LEVELS_MAX = 3, 24, 200, 30
PLAIN = (int, float, complex, bool, str, bytes, bytearray, type(None), type(Ellipsis), range)


def told(value, depth=0):
    """The value as text, without running any code of the program."""
    kind = type(value)
    if kind in PLAIN:
        text = repr(value)
        return text if len(text) <= TEXT_MAX else text[:TEXT_MAX] + "\u2026"
    if depth < DEPTH_MAX:
        if kind in (list, tuple):
            begin, end = "[]" if kind is list else "()"
            return begin + joined(told(item, depth + 1) for item in value[:ITEMS_MAX + 1]) + end
        if kind is dict:
            items = list(value.items())[:ITEMS_MAX + 1]
            return "{" + joined(told(key, depth + 1) + ": " + told(item, depth + 1) for key, item in items) + "}"
        if kind in (set, frozenset):
            return kind.__name__ + "{" + joined(sorted(told(item, depth + 1) for item in value)) + "}"
    if isinstance(value, types.FunctionType):
        return "<function " + value.__name__ + ">"
    if isinstance(value, types.ModuleType):
        return "<module " + types.ModuleType.__getattribute__(value, "__name__") + ">"
    if kind is type or isinstance(value, type):
        return "<class " + type.__getattribute__(value, "__name__") + ">"
    return "<" + kind.__name__ + " object>"


def shown(value, depth, width):
    """The value with what it holds, without running any code of the program."""
    text, held = told(value), held_by(value)
    if held is None or depth == 0:
        return text
    held = list(itertools.islice(held, width + 1))
    inner = ["%s: %s" % (key, shown(item, depth - 1, width)) for key, item in held[:width]]
    return text + " {" + ", ".join(inner + ["\u2026"] * (len(held) > width)) + "}"


def held_by(value):
    """What a value holds: elements by index or key, then attributes by name; None if its text says everything."""
    kind = type(value)
    bases = type.__getattribute__(kind, "__mro__")
    if kind in PLAIN + (types.FunctionType, types.ModuleType) or type in bases:
        return None
    containers = (list, tuple, dict, set, frozenset, collections.deque)
    container = next((base for base in bases if base in containers), None)
    fields = attributes(value, bases)
    if container is None:
        return fields
    held = entries(value, kind) if container is dict else elements(value, container)
    return itertools.chain(held, fields or ())


def elements(value, container):
    return ((str(index), item) for index, item in enumerate(container.__iter__(value)))


def entries(value, kind):
    """The entries of a dictionary in its order; nothing is looked up, since that runs code of the keys."""
    pairs = dict.items(value)
    if kind is collections.OrderedDict:
        items = {id(key): item for key, item in pairs}
        pairs = ((key, items[id(key)]) for key in collections.OrderedDict.__iter__(value))
    return ((told(key), item) for key, item in pairs)


def attributes(value, bases):
    """The attributes that an instance has itself: its slots and its dictionary; None if it can have none."""
    found, can_have = [], False
    for base in bases[::-1]:
        namespace = type.__dict__["__dict__"].__get__(base)
        for name, member in list(namespace.items()):
            if "__slots__" in namespace and type(member) is types.MemberDescriptorType:
                can_have = True
                try:
                    found.append((name, member.__get__(value)))
                except AttributeError:
                    pass  # It has no value yet.
            elif name == "__dict__" and type(member) is types.GetSetDescriptorType:
                can_have = True
                found.extend(dict.items(member.__get__(value)))
    return [pair for pair in found if type(pair[0]) is str and not is_hidden(pair[0])] if can_have else None


def is_hidden(name):
    return name.startswith(".") or name[:2] == name[-2:] == "__"


def joined(texts):
    texts = list(texts)
    if len(texts) > ITEMS_MAX:
        texts[ITEMS_MAX:] = ["\u2026"]
    return ", ".join(texts)


class Debugger(bdb.Bdb):
    """Follows a list of actions and writes an answer for each of them."""

    def __init__(self, file, actions, answers):
        super().__init__()
        self.file, self.name, self.actions, self.answers = file, self.canonic(file), actions, answers
        self.is_started = False
        self.numbers = {}

    def answer(self, text, lines=()):
        data = json.dumps({"text": text, "lines": [masked(line, os.path.dirname(self.file)) for line in lines]})
        os.write(self.answers, data.encode("ascii") + b"\n")

    def is_mine(self, frame):
        return frame.f_code.co_filename == self.file

    def user_line(self, frame):
        if not self.is_mine(frame):
            return
        if not self.is_started:
            # Tracing begins with a step; from here on only breakpoints count.
            self.is_started = True
            self.set_continue()
            if not self.break_here(frame):
                return
        frames = ["%s %d:0" % (at.f_code.co_name, at.f_lineno) for at in self.own_frames(frame)]
        self.answer("paused at " + " < ".join(frames), self.variables(frame))
        self.go_on(frame)

    def own_frames(self, frame):
        while frame is not None and frame is not self.botframe:
            if self.is_mine(frame):
                yield frame
            frame = frame.f_back

    def variables(self, frame):
        items = sorted(frame.f_locals.items())
        return ["%s = %s" % (name, told(value)) for name, value in items if not is_hidden(name)]

    def go_on(self, frame):
        """Does actions until one of them lets the program run."""
        while self.actions:
            action = self.actions.pop(0)
            do = action["do"]
            if do in ("start", "continue"):
                return self.set_continue()
            if do == "step-in":
                return self.set_step()
            if do == "step-over":
                return self.set_next(frame)
            if do == "step-out":
                return self.set_return(frame)
            if do == "look":
                self.answer("variables", self.variables(frame))
            elif do == "look-at-callers":
                callers = [self.variables(at) for at in self.own_frames(frame)][1:]
                self.answer("variables of %d callers" % len(callers), sum(callers, []))
            elif do == "restart":
                self.answer("refused: restart is not offered here")
            elif do in ("evaluate", "expand"):
                self.answer(self.asked(action, list(self.own_frames(frame))))
            elif do == "complete":
                self.answer("refused: completions are not offered here")
            else:
                self.place(action)
        os._exit(0)

    def place(self, action):
        at = action["at"]
        key, line = (at["line"], at["column"]), at["line"]
        if action["do"] == "remove-breakpoint":
            reason = self.clear_bpbynumber(self.numbers.pop(key, 0))
            return self.answer("not removed: " + reason if reason else "removed")
        text = linecache.getline(self.file, line).strip()
        # The places that pdb rejects, since bdb itself accepts every line.
        reason = None if text and text[0] != "#" and text[:3] not in ('"""', "'''") else "no code"
        reason = reason or self.set_break(self.name, line, cond=action.get("condition"))
        if reason:
            return self.answer("not set: " + reason)
        self.numbers[key] = bdb.Breakpoint.bpbynumber[-1].number
        self.answer("set at %d:0" % line)

    def asked(self, action, frames):
        number = action.get("frame", 0)
        if number >= len(frames):
            return "refused: there is no frame %d" % number
        if action["do"] == "evaluate":
            return "= " + self.evaluated(action["expression"], frames[number])
        variables, name = frames[number].f_locals, action["name"]
        if is_hidden(name) or name not in variables:
            return "refused: %s is no variable in frame %d" % (name, number)
        text = shown(variables[name], min(action["depth"], LEVELS_MAX), action["width"])
        return masked("= " + text, os.path.dirname(self.file))

    def evaluated(self, expression, frame):
        trace = sys.gettrace()
        sys.settrace(None)
        try:
            return told(eval(expression, frame.f_globals, frame.f_locals))
        except BaseException as error:
            return "throws " + type(error).__name__
        finally:
            sys.settrace(trace)

    def debug(self):
        while self.actions and self.actions[0]["do"] != "start":
            self.place(self.actions.pop(0))
        if not self.actions:
            os._exit(0)
        self.actions.pop(0)
        with open(self.file, "rb") as source:
            code = compile(source.read(), self.file, "exec")
        main = types.ModuleType("__main__")
        main.__file__, main.__builtins__ = self.file, __builtins__
        sys.modules["__main__"] = main
        sys.argv, sys.path[0] = [self.file], os.path.dirname(self.file)
        self.reset()
        sys.settrace(self.trace_dispatch)
        try:
            exec(code, main.__dict__)
        finally:
            sys.settrace(None)


def play(session, given):
    """Gives what the debugger answers to each action; the program runs in a copy of this process."""
    if given and os.path.realpath(given) != os.path.realpath(sys.executable):
        os.execv(given, [given, "-B", os.path.abspath(__file__)])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(os.path.realpath(folder), "program.py")
        with open(file, "w", encoding="utf-8", newline="") as source:
            source.write(session["text"])
        reader, writer = os.pipe()
        sys.stdout.flush()
        child = os.fork()
        if child == 0:
            os.close(reader)
            quiet = os.open(os.devnull, os.O_WRONLY)
            os.dup2(quiet, 1)
            os.dup2(quiet, 2)
            signal.alarm(SESSION_S)
            Debugger(file, [step["action"] for step in session["steps"]], writer).debug()
            sys.exit(0)
        os.close(writer)
        try:
            with os.fdopen(reader, encoding="ascii") as answers:
                for line in answers:
                    yield json.loads(line)
            _, status = os.waitpid(child, 0)
            child = None
        finally:
            if child is not None:
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            yield {"text": "finished with killed by " + signal.Signals(os.WTERMSIG(status)).name}
        else:
            code = os.WEXITSTATUS(status)
            yield {"text": "finished with exit code %d" % code if code else "finished"}
