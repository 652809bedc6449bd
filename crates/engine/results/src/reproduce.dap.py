# ---- A debug adapter. ----

import fnmatch
import queue
import socket
import threading

ADAPTER = json.loads(RECIPE["adapter"])
CONTROLS = {"continue": "continue", "step-in": "stepIn", "step-over": "next", "step-out": "stepOut"}
SOON_S = 1  # seconds that one event may come after another that it belongs to
OUTSIDE_MAX = 64  # how often code that is none of the program's is left
NAMES = {
    "lldb-dap": ["lldb-dap", "lldb-dap-20", "lldb-dap-19", "lldb-dap-18"],
    "delve": ["dlv"],
    "bugstalker": ["bs"],
    "debugpy": ["python3"],
}


class Hung(Exception):
    """The adapter does not answer."""


class Gone(Exception):
    """The adapter has ended."""


def is_like(patterns, text):
    return any(fnmatch.fnmatchcase(text.lower(), re.sub(r"\[", "[[]", one.lower())) for one in patterns)


def described_variable(variable):
    return "%s: %s" % (variable["name"], variable.get("type") or "")


def is_ignored(variable):
    """Whether a pattern is like the name of the variable, or like its name and its type."""
    for pattern in ADAPTER["ignore_variables"]:
        name, colon, kind = pattern.partition(": ")
        if is_like([name], variable["name"]) and (not colon or is_like([kind], variable.get("type") or "")):
            return True
    return False


def is_child_like(patterns, variable):
    return any(re.search(pattern, described_variable(variable)) for pattern in patterns)


def function_name(name):
    """The name without the module, the arguments and the line that some add."""
    name = name.split("`", 1)[-1]
    name = re.sub(r"::h[0-9a-f]{16}$", "", name)
    found = re.search(r"[(:]", name)
    return (name[:found.start()] if found and found.start() > 0 and "::" not in name else name).strip()


class Adapter:
    """The process of an adapter and the conversation with it."""

    def __init__(self, folder, words):
        self.messages, self.events, self.sequence = queue.Queue(), [], 0
        self.mark = ("DEBUNK_OUTPUT=" + words["output"]).encode()
        replaced = lambda text: re.sub(r"\$\{(\w+)\}", lambda found: words.get(found[1], found[0]), text)
        port = socket.create_server(("127.0.0.1", 0))
        words["port"] = str(port.getsockname()[1])
        kind, pattern = ADAPTER["transport"]
        if kind == "tcp_port":
            port.close()
        command = [replaced(word) for word in ADAPTER["command"]]
        own = {name: replaced(value) for name, value in ADAPTER["environment"].items() if is_needed(value)}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
            env=dict(os.environ, DEBUNK_OUTPUT=words["output"], PYTHONHASHSEED="0", **own), start_new_session=True)
        self.launch = json.loads(replaced_in(ADAPTER["launch"], replaced))
        self.reach(kind, pattern, port)
        threading.Thread(target=self.read_all, daemon=True).start()

    def reach(self, kind, pattern, port):
        out, err = self.process.stdout, self.process.stderr
        self.reader, self.writer = out, self.process.stdin
        if kind == "listen":
            port.settimeout(ACTION_S)
            self.socket = port.accept()[0]
        elif kind == "stdio":
            threading.Thread(target=drain, args=(err,), daemon=True).start()
            return
        else:
            number = int(port_in(out if kind == "tcp_port_regex" else err, pattern)) if pattern else port_of(self)
            time.sleep(ADAPTER["settle_ms"] / 1000)
            self.socket = connected(number)
        for stream in (out, err):
            threading.Thread(target=drain, args=(stream,), daemon=True).start()
        self.socket.settimeout(None)
        self.reader, self.writer = self.socket.makefile("rb"), self.socket.makefile("wb")

    def read_all(self):
        try:
            while True:
                length = None
                while True:
                    line = self.reader.readline()
                    if not line:
                        raise EOFError
                    if line in (b"\r\n", b"\n"):
                        break
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if length is not None:
                    self.messages.put(json.loads(self.reader.read(length)))
        except (EOFError, OSError, ValueError):
            self.messages.put(None)

    def send(self, message):
        self.sequence += 1
        body = json.dumps(dict(message, seq=self.sequence)).encode()
        try:
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.writer.flush()
        except OSError:
            raise Gone()
        return self.sequence

    def receive(self, deadline):
        try:
            message = self.messages.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Hung()
        if message is None:
            self.messages.put(None)
            raise Gone()
        if message["type"] == "request":
            self.send({"type": "response", "request_seq": message["seq"], "command": message["command"], "success": False})
        if message["type"] == "event":
            self.events.append(message)
        return message

    def request(self, command, arguments):
        return self.send({"type": "request", "command": command, "arguments": arguments})

    def answer(self, number):
        deadline = time.monotonic() + ACTION_S
        while True:
            message = self.receive(deadline)
            if message["type"] == "response" and message.get("request_seq") == number:
                return message

    def ask(self, command, arguments=None):
        return self.answer(self.request(command, arguments or {}))

    def event(self, *names, limit_s=ACTION_S):
        deadline = time.monotonic() + limit_s
        while True:
            for index, event in enumerate(self.events):
                if event["event"] in names:
                    return self.events.pop(index)
            self.receive(deadline)

    def close(self):
        """Ends the adapter and all that it started: they have one variable of the environment in common."""
        self.process.kill()
        self.process.wait()
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open("/proc/%s/environ" % name, "rb") as file:
                    if self.mark in file.read().split(b"\0"):
                        os.kill(int(name), signal.SIGKILL)
            except OSError:
                continue


def is_needed(value):
    """Whether it is more than what makes sessions fast."""
    return not isinstance(value, str) or not any(word in value for word in ("${support}", "${bytecode}"))


def replaced_in(value, replaced):
    """JSON with the words in its texts replaced."""
    if isinstance(value, str):
        return json.dumps(replaced(value))
    if isinstance(value, list):
        return "[" + ",".join(replaced_in(one, replaced) for one in value if is_needed(one)) + "]"
    if isinstance(value, dict):
        return "{" + ",".join(json.dumps(name) + ":" + replaced_in(one, replaced) for name, one in value.items()) + "}"
    return json.dumps(value)


def drain(stream):
    while stream.read1(65536):
        pass


def port_in(stream, pattern):
    for line in stream:
        found = re.search(pattern, line.decode("utf-8", "replace"))
        if found:
            return found[1]
    raise Trouble("the adapter tells no port")


def port_of(adapter):
    numbers = [word for word in adapter.process.args if word.isdigit()]
    return int(numbers[0]) if numbers else int(re.search(r"\d+", " ".join(adapter.process.args[1:]))[0])


def connected(number):
    deadline = time.monotonic() + ACTION_S
    while True:
        try:
            return socket.create_connection(("127.0.0.1", number))
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)


class Session:
    """One program under the adapter: actions in, answers out."""

    def __init__(self, adapter, folder, source):
        self.adapter, self.folder, self.source = adapter, folder, source
        self.wishes, self.thread, self.frames, self.signal = [], 1, [], None
        self.is_first_stop, self.is_over = True, False
        told = adapter.ask("initialize", {
            "adapterID": "bare", "clientID": "bare", "linesStartAt1": True, "columnsStartAt1": True, "pathFormat": "path",
            "supportsVariableType": True, "supportsVariablePaging": True})
        self.can = told.get("body") or {}
        self.launch = adapter.request(ADAPTER["request"], adapter.launch)
        adapter.event("initialized")

    def mask(self, text):
        text = masked(text, self.folder, ADAPTER["strip"])
        return with_sets_sorted(text) if self.source.endswith(".py") else text

    def perform(self, action):
        if self.is_over and action["do"] != "restart":
            return {"text": "nothing, since the session is over"}
        try:
            return self.act(action)
        except Hung:
            self.is_over = True
            return {"text": "hung"}
        except Gone:
            self.is_over = True
            return {"text": "crashed" if ADAPTER["tells_exit_code"] else "finished"}

    def act(self, action):
        do = action["do"]
        if do in ("add-breakpoint", "add-logpoint", "remove-breakpoint"):
            wanted = {"logMessage": "debunk-logpoint"} if do == "add-logpoint" else {}
            wanted.update({"condition": action["condition"]} if action.get("condition") else {})
            return self.place(do, (action["at"]["line"], action["at"]["column"]), wanted)
        if do == "look":
            return {"text": "variables", "lines": self.variables(self.frames[0])}
        if do == "look-at-callers":
            frames = self.frames[1:]
            if action.get("order") == "outermost-first":
                callers = [self.variables(frame) for frame in frames[::-1]][::-1]
            elif action.get("order") == "scopes-first":
                callers = [self.listed(scopes) for scopes in [self.scopes(frame) for frame in frames]]
                callers = [self.texts(found) for found in callers]
            else:
                callers = [self.variables(frame) for frame in frames]
            return {"text": "variables of %d callers" % len(callers), "lines": sum(callers, [])}
        if do in ("evaluate", "expand", "complete"):
            return self.question(action)
        if do == "start":
            if self.can.get("supportsConfigurationDoneRequest"):
                self.adapter.ask("configurationDone")
            return self.wait()
        if do == "restart":
            return self.restart()
        return self.control(CONTROLS[do])

    def restart(self):
        """Runs the program once more; what was said of the run before is forgotten."""
        if self.is_over and ADAPTER["tells_exit_code"]:
            try:
                self.adapter.event("terminated", limit_s=SOON_S)
            except Hung:
                pass
        del self.adapter.events[:]
        self.is_first_stop, self.is_over = True, False
        told = self.adapter.ask("restart")
        return self.wait() if told["success"] else {"text": "refused: " + self.mask(refusal(told))}

    def place(self, do, at, wanted):
        """Breakpoints are told all at once, each line once."""
        if do == "remove-breakpoint":
            known = [wish for wish in self.wishes if wish[0] == at]
            if not known:
                return {"text": "not removed: it was never set"}
            self.wishes.remove(known[0])
            return {"text": "removed" if self.tell() is not None else "not removed"}
        self.wishes.append((at, wanted))
        told = (self.tell() or {}).get(at[0], {})
        for event in [one for one in self.adapter.events if one["event"] == "breakpoint"]:
            if event["body"]["breakpoint"].get("id") == told.get("id") is not None:
                told.update(event["body"]["breakpoint"])
        if told.get("verified") or ADAPTER["verifies_late"]:
            return {"text": "set at %d:0" % told.get("line", at[0])}
        self.wishes.pop()
        self.tell()
        return {"text": "not set: " + told.get("message", "it is not verified")}

    def tell(self):
        lines = {}
        for (line, _), wanted in self.wishes:
            lines.setdefault(line, []).append(wanted)
        wanted = []
        for line, wishes in lines.items():
            # One that logs where another pauses is left out.
            wishes = [wish for wish in wishes if "logMessage" not in wish] or wishes[:1]
            joint = wishes[0]
            if len(wishes) > 1:
                conditions = ["(%s)" % wish["condition"] for wish in wishes if wish]
                joint = {"condition": (" %s " % ADAPTER["or"]).join(conditions)} if all(wishes) else {}
            wanted.append(dict(joint, line=line))
        source = {"path": self.source, "name": os.path.basename(self.source)}
        told = self.adapter.ask("setBreakpoints", {"source": source, "breakpoints": wanted, "lines": list(lines)})
        return dict(zip(lines, told["body"]["breakpoints"])) if told["success"] else None

    def control(self, command):
        told = self.adapter.ask(command, {"threadId": self.thread})
        if not told["success"]:
            if command == "stepOut" and any(part in refusal(told) for part in ADAPTER["step_out_refusals"]):
                return self.control("continue")
            return {"text": "refused: " + self.mask(refusal(told))}
        return self.wait()

    def wait(self):
        """Waits until the program rests in its own text or has ended."""
        for _ in range(OUTSIDE_MAX):
            event = self.adapter.event("stopped", "exited", "terminated")
            if event["event"] != "stopped":
                return self.finished(event)
            body = event["body"]
            self.thread = body.get("threadId", self.thread)
            reason = body.get("reason", "")
            is_own = not self.is_first_stop or reason not in ADAPTER["skip_first_stop"]
            self.is_first_stop = False
            stack = self.adapter.ask("stackTrace", {"threadId": self.thread, "startFrame": 0, "levels": 400})
            frames = (stack.get("body") or {}).get("stackFrames", [])
            mine = [frame for frame in frames if self.is_mine(frame)]
            found = re.search(r"SIG[A-Z0-9]+", "%s %s" % (body.get("description"), body.get("text")))
            self.signal = found[0] if found else None
            if is_own and reason != "exception" and mine and mine[0] is frames[0]:
                self.frames = [frame["id"] for frame in mine]
                names = ["%s %d:0" % (function_name(frame["name"]), frame["line"]) for frame in mine]
                return {"text": "paused at " + " < ".join(names), "lines": self.variables(self.frames[0])}
            leave = "stepOut" if is_own and reason != "exception" and mine else "continue"
            self.adapter.ask(leave, {"threadId": self.thread})
        return {"text": "paused outside of the program"}

    def is_mine(self, frame):
        path = (frame.get("source") or {}).get("path") or ""
        return path == self.source or os.path.realpath(path) == self.source

    def finished(self, event):
        self.is_over = True
        if not ADAPTER["tells_exit_code"]:
            return {"text": "finished"}
        if event["event"] == "terminated":
            try:
                event = self.adapter.event("exited", limit_s=SOON_S)
            except (Hung, Gone):
                return {"text": "finished"}
        code = event["body"].get("exitCode", 0)
        if self.signal:
            return {"text": "finished with killed by " + self.signal}
        return {"text": "finished with exit code %d" % code if code else "finished"}

    def variables(self, frame):
        return self.texts(self.listed(self.scopes(frame)))

    def texts(self, found):
        return ["%s = %s" % (name, self.mask(one["value"])) for name, one in sorted(found.items())]

    def scopes(self, frame):
        """The scopes with variables of the frame itself, those first whose variables hide others."""
        told = self.adapter.ask("scopes", {"frameId": frame})
        scopes = (told.get("body") or {}).get("scopes", [])
        ranks = [[is_like([one], scope["name"]) for one in ADAPTER["locals_scopes"]] for scope in scopes]
        ranked = [(rank.index(True), scope["variablesReference"]) for rank, scope in zip(ranks, scopes) if any(rank)]
        return [reference for _, reference in sorted(ranked, key=lambda one: one[0]) if reference]

    def listed(self, scopes):
        found = {}
        for reference in scopes:
            told = self.adapter.ask("variables", {"variablesReference": reference})
            for variable in (told.get("body") or {}).get("variables", []):
                name = self.mask(variable["name"])
                if is_ignored(variable):
                    continue
                if ADAPTER["innermost_last"] or name not in found:
                    found[name] = variable
        return found

    def question(self, action):
        number = action.get("frame", 0)
        if number >= len(self.frames):
            return {"text": "refused: there is no frame %d" % number}
        frame, do = self.frames[number], action["do"]
        if do == "complete":
            asked = {"frameId": frame, "text": action["text"], "line": 1}
            asked["column"] = len(action["text"].encode("utf-16-le")) // 2 + 1
            told = self.adapter.ask("completions", asked)
            if not told["success"]:
                return {"text": "refused: " + self.mask(refusal(told))}
            targets = told["body"]["targets"]
            return {"text": "completions: " + ", ".join(sorted({one.get("text", one["label"]) for one in targets}))}
        if do == "evaluate":
            context = action.get("context", "watch")
            prefix = ADAPTER["console_prefix"] if context == "repl" else ""
            asked = {"expression": prefix + action["expression"], "frameId": frame, "context": context}
            told = self.adapter.ask("evaluate", asked)
            value = self.mask(told["body"]["result"] if told["success"] else "throws " + refusal(told))
            return {"text": "= " + (value.rstrip() if context == "repl" else value)}
        variable = self.listed(self.scopes(frame)).get(action["name"])
        if variable is None:
            return {"text": "refused: %s is no variable in frame %d" % (action["name"], number)}
        return {"text": "= " + self.shown(variable, action["depth"], action)}

    def shown(self, variable, depth, action, is_child=False):
        """The value with what it holds."""
        if is_child and any(re.search(pattern, variable["value"]) for pattern in ADAPTER["unreadable_children"]):
            return ""
        text, hint = self.mask(variable["value"]), variable.get("presentationHint") or {}
        is_accessor = hint.get("lazy") or "hasSideEffects" in hint.get("attributes", [])
        if is_accessor:
            return "accessor"
        if depth == 0 or not variable.get("variablesReference"):
            return text
        told = self.children(variable, action)
        if told is None:
            return text
        told = [one for one in told if not is_child_like(ADAPTER["ignore_children"], one)]
        if variable.get("indexedVariables"):
            told.sort(key=lambda one: not re.fullmatch(r"\[?\d+\]?", one["name"]))
        children, number = [], 0
        for child in told[:action["width"]]:
            if is_child_like(ADAPTER["child_groups"], child):
                break
            key = self.key(child, variable.get("type") or "", number)
            number += not child.get("evaluateName") and child["name"].isdigit()
            children.append("%s: %s" % (key, self.shown(child, depth - 1, action, True)))
        is_cut = len(told) > len(children) or len(children) < variable.get("indexedVariables", 0)
        return text + " {" + ", ".join(children + ["\u2026"] * is_cut) + "}"

    def children(self, variable, action):
        """What the adapter lists in a value; None if it fails to."""
        count, width, page = variable.get("indexedVariables", 0), action["width"], action.get("page", 0)
        reference, wanted, parts = {"variablesReference": variable["variablesReference"]}, min(count, width), [{}]
        if count > 0 and (page or count > width):
            page = page or max(wanted, 1)
            parts = [{"filter": "indexed", "start": start, "count": min(page, wanted - start)} for start in range(0, wanted, page)]
            parts += [{"filter": "named"}] * (variable.get("namedVariables", 0) > 0)
        found = []
        for part in parts:
            told = self.adapter.ask("variables", dict(reference, **part))
            if not told["success"]:
                return None
            for one in told["body"]["variables"]:
                is_group = is_child_like(ADAPTER["child_groups"], one) and one.get("variablesReference")
                if is_group and len(found) < width:
                    found += self.children(one, action) or []
                else:
                    found.append(one)
        return found

    def key(self, child, kind, number):
        name, expression = child["name"], child.get("evaluateName") or ""
        if ADAPTER["elements_by_id"] and not expression and name.isdigit():
            return str(number)
        if name.startswith("*") or not name and expression.startswith("(*"):
            return "*"
        if name == ADAPTER["pointee"] and re.search("[*&]", kind):
            return "*"
        found = re.fullmatch(r"\[(\d+)\]|(\d+)", name)
        return str(int(found[1] or found[2])) if found else self.mask(name)


def with_sets_sorted(text):
    """The value with the members of sets in an order; a process may show them in any. Python only."""
    made, groups, letters = [], [], iter(text)
    for letter in letters:
        if letter in "([{":
            groups.append((letter, len(made) + 1, []))
        elif letter in ")]}":
            if not groups or groups[-1][0] + letter not in ("()", "[]", "{}"):
                return text
            bracket, start, signs = groups.pop()
            if bracket == "{" and ":" not in (made[at] for at in signs):
                ends = signs + [len(made)]
                members = ["".join(made[begin:end]).strip() for begin, end in zip([start] + [at + 1 for at in signs], ends)]
                made[start:] = "..." if {"...", "\u2026"} & set(members) else ", ".join(sorted(members))
        elif letter in ",:" and groups:
            groups[-1][2].append(len(made))
        elif letter in "'\"":
            made.append(letter)
            for inner in letters:
                made.append(inner + next(letters, "") if inner == "\\" else inner)
                if inner == letter:
                    break
            continue
        made.append(letter)
    return text if groups else "".join(made)


def refusal(message):
    error = (message.get("body") or {}).get("error") or {}
    return error.get("format") or message.get("message") or "no reason given"


def binary(given):
    if given:
        return os.path.abspath(given) if os.path.exists(given) else given
    for name in NAMES.get(PRODUCT, [PRODUCT]):
        if shutil.which(name):
            return shutil.which(name)
    raise Trouble("give the path of %s" % PRODUCT)


def play(session, given):
    """Gives what the debugger answers to each action."""
    with tempfile.TemporaryDirectory() as folder:
        folder = os.path.realpath(folder)
        source = os.path.join(folder, "program." + session["extension"])
        with open(source, "w", encoding="utf-8", newline="") as file:
            file.write(session["text"])
        program = os.path.join(folder, "program") if RECIPE["build"] else source
        words = {"program": program, "source": source, "folder": folder, "cwd": folder,
                 "output": os.path.join(folder, "output"), "python": sys.executable}
        if any("${binary}" in word for word in ADAPTER["command"]):
            words["binary"] = binary(given)
        if RECIPE["build"]:
            command = [word.replace("${program}", program).replace("${source}", source) for word in RECIPE["build"]]
            subprocess.run(command, cwd=folder, check=True, stdin=subprocess.DEVNULL, timeout=SESSION_S)
        adapter = Adapter(folder, words)
        try:
            debugged = Session(adapter, folder, source)
            for step in session["steps"]:
                yield debugged.perform(step["action"])
        except (Hung, Gone) as trouble:
            raise Trouble("the adapter does not begin: " + type(trouble).__name__)
        finally:
            adapter.close()
