"""The bare minimum to drive a debugger by hand over the Debug Adapter Protocol.

Starts an adapter, does one action, waits for the next stop, and says what came. Needs nothing but
Python 3.8 and the debugger. Lines are counted from 1.
"""
import json
import os
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

ANSWER_S = 20  # seconds to wait for an answer or a stop
WHOLE_S = 120  # seconds that a whole reproduction may take
QUIET_S = 3  # seconds without a stop after which a program counts as running on


class Trouble(Exception):
    """The reproduction itself could not be done."""


class Adapter:
    """How an adapter is started and given a program to run."""

    def __init__(self, command, launch, build=None, settings=None, has_second_session=False):
        # One with "{port}" in it connects to us there, one with "{own_port}" listens there, and
        # others use standard streams.
        self.command = command
        self.has_second_session = has_second_session  # asks for another session, in which it debugs
        self.launch = launch  # from the paths of source and program to the arguments of `launch`
        self.build = build  # a command that ends with `-o`, to which output and source are added
        self.settings = settings or {}  # further environment variables


def program_on_path(*names):
    """The first of these programs that there is."""
    for name in names:
        found = shutil.which(name)
        if found:
            return found
    raise Trouble("none of these programs is there: " + ", ".join(names))


def lldb_dap(path=None):
    path = path or program_on_path("lldb-dap", "lldb-dap-20", "lldb-dap-19", "lldb-dap-18")
    quick = ["settings set symbols.enable-external-lookup false"]
    return Adapter(
        [path],
        lambda source, program: {"program": program, "initCommands": quick},
        build=["cc", "-O0", "-g", "-o"],
    )


def debugpy(python=None):
    """debugpy as the given Python has it, or as PYTHONPATH says."""
    python = python or sys.executable
    return Adapter(
        [python, "-m", "debugpy.adapter"],
        lambda source, program: {
            "program": source,
            "python": [python],
            "console": "internalConsole",
            "type": "python",
            "justMyCode": True,
        },
        settings={"PYDEVD_DISABLE_FILE_VALIDATION": "1"},
    )


def codelldb(path):
    return Adapter(
        [path, "--connect", "{port}"],
        lambda source, program: {"program": program, "terminal": "console"},
        build=["cc", "-O0", "-g", "-o"],
    )


def cdt_gdb(path):
    """cdt-gdb-adapter; the path is that of its debugAdapter.js."""
    return Adapter(
        [program_on_path("node"), path],
        lambda source, program: {"program": program, "gdb": "gdb"},
        build=["cc", "-O0", "-g", "-o"],
    )


def gdb(path=None):
    """gdb's own adapter, from version 14 on."""
    return Adapter(
        [path or program_on_path("gdb"), "-q", "-i=dap"],
        lambda source, program: {"program": program},
        build=["cc", "-O0", "-g", "-o"],
    )


def bugstalker(path=None):
    return Adapter(
        [path or program_on_path("bs"), "--dap-local"],
        lambda source, program: {"program": program, "args": []},
        build=["rustc", "--edition", "2021", "-g", "-o"],
    )


def js_debug(path=None):
    """js-debug; the path is that of its vsDebugServer.js."""
    if not path:
        raise Trouble("give the path of js-debug's vsDebugServer.js")
    return Adapter(
        [program_on_path("node"), path, "{own_port}", "127.0.0.1"],
        lambda source, program: {"type": "pwa-node", "program": source, "console": "internalConsole"},
        has_second_session=True,
    )


class Stop:
    """What came after an action: a pause, the end, or nothing."""

    def __init__(self, kind, reason=None, frames=()):
        self.kind = kind  # "paused", "finished", "running", "gone" or "refused"
        self.reason = reason
        self.frames = list(frames)

    @property
    def line(self):
        return self.frames[0]["line"] if self.frames else None

    @property
    def function(self):
        return self.frames[0]["name"] if self.frames else None

    def __str__(self):
        if self.kind != "paused":
            return self.kind + (" (%s)" % self.reason if self.reason else "")
        return "paused at line %s in %s (%s)" % (self.line, self.function, self.reason)


class Session:
    """One program under one debugger."""

    def __init__(self, adapter, source, folder, say):
        self.adapter, self.source, self.say = adapter, os.path.abspath(source), say
        self.program = os.path.join(folder, "program")
        if adapter.build:
            self.build()
        self.messages = queue.Queue()
        self.sequence = 0
        self.events = []
        self.collected = {}
        self.output = ""
        self.thread = None
        self.capabilities = {}
        self.listener = None
        self.own_port = None
        command = adapter.command
        if "{own_port}" in command:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.own_port = free.getsockname()[1]
            command = [word.replace("{own_port}", str(self.own_port)) for word in command]
        if any("{port}" in word for word in command):
            self.listener = socket.create_server(("127.0.0.1", 0))
            self.listener.settimeout(ANSWER_S)
            command = [word.replace("{port}", str(self.listener.getsockname()[1])) for word in command]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL if self.listener or self.own_port else subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=dict(os.environ, **adapter.settings),
            start_new_session=True,
        )
        try:
            self.connect()
        except Trouble:
            kill_family(self.process.pid)
            raise
        self.listen()

    def listen(self):
        threading.Thread(target=self.read_all, args=(self.reader, self.messages), daemon=True).start()

    def build(self):
        command = self.adapter.build + [self.program, self.source]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WHOLE_S)
        if done.returncode != 0:
            raise Trouble("the program cannot be compiled: " + done.stderr)

    def connect(self):
        if self.own_port:
            return self.connect_to(self.own_port)
        if not self.listener:
            self.reader, self.writer = self.process.stdout, self.process.stdin
            return
        try:
            self.socket, _ = self.listener.accept()
        except socket.timeout:
            raise Trouble("the adapter does not connect")
        self.socket.settimeout(None)
        self.use_socket()

    def connect_to(self, port):
        deadline = time.monotonic() + ANSWER_S
        while True:
            try:
                self.socket = socket.create_connection(("127.0.0.1", port))
                return self.use_socket()
            except OSError:
                if time.monotonic() > deadline or self.process.poll() is not None:
                    raise Trouble("the adapter cannot be reached")
                time.sleep(0.05)

    def use_socket(self):
        self.reader = self.socket.makefile("rb")
        self.writer = self.socket.makefile("wb")

    # -- messages

    def read_all(self, reader, messages):
        try:
            while True:
                length = None
                while True:
                    line = reader.readline()
                    if not line:
                        raise EOFError
                    if line in (b"\r\n", b"\n"):
                        break
                    if line.lower().startswith(b"content-length:"):
                        length = int(line.split(b":")[1])
                if length is not None:
                    messages.put(json.loads(reader.read(length)))
        except (EOFError, OSError, ValueError):
            messages.put(None)

    def send(self, message):
        self.sequence += 1
        body = json.dumps(dict(message, seq=self.sequence)).encode()
        try:
            self.writer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            self.writer.flush()
        except OSError:
            pass
        return self.sequence

    def receive(self, deadline):
        """The next message; None when there is no more or it is too late."""
        try:
            message = self.messages.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            return None
        if message is None:
            self.messages.put(None)
            if not any(event["event"] == "gone" for event in self.events):
                self.events.append({"event": "gone"})
            return None
        if message["type"] == "request":  # a reverse request
            self.events.append({"event": message["command"], "body": message.get("arguments")})
            answer = {"request_seq": message["seq"], "command": message["command"], "success": True}
            self.send(dict(answer, type="response"))
        if message["type"] == "event":
            if message["event"] == "output" and message["body"].get("category") == "stdout":
                self.output += message["body"]["output"]
            self.events.append(message)
            if message["event"] in self.collected:
                self.collected[message["event"]].append(message)
        return message

    def ask(self, command, arguments=None, wait=True):
        """Sends a request; returns its answer, failed or not, or its number without waiting."""
        number = self.send({"type": "request", "command": command, "arguments": arguments or {}})
        return self.answer_to(number, command) if wait else number

    def answer_to(self, number, command):
        deadline = time.monotonic() + ANSWER_S
        while True:
            message = self.receive(deadline)
            if message is None:
                return {"success": False, "message": "no answer to " + command, "body": {}}
            if message["type"] == "response" and message.get("request_seq") == number:
                return message

    def collect(self, name):
        """A list to which every event of this name is added from now on."""
        self.collected[name] = self.collected.get(name, [])
        return self.collected[name]

    def wait_for(self, names, limit_s=ANSWER_S):
        """The first event with one of these names that was not looked at yet."""
        deadline = time.monotonic() + limit_s
        while True:
            for index, event in enumerate(self.events):
                if event["event"] in names:
                    del self.events[: index + 1]
                    return event
            if self.receive(deadline) is None and time.monotonic() >= deadline:
                return None

    # -- actions

    def start(self, *lines, **more):
        """Sets breakpoints on these lines, runs the program to its first stop."""
        self.say("breakpoints on line " + " and ".join(map(str, lines)) if lines else "no breakpoints")
        counting = {"linesStartAt1": True, "columnsStartAt1": True, "pathFormat": "path"}
        if self.adapter.has_second_session:
            counting["supportsStartDebuggingRequest"] = True
        answer = self.ask("initialize", dict(counting, adapterID="bare", clientID="bare"))
        if not answer["success"]:
            raise Trouble("the adapter does not start: %s" % answer.get("message"))
        self.capabilities = answer.get("body") or {}
        self.launch_arguments = self.adapter.launch(self.source, self.program)
        self.launch_arguments.update(more, request="launch", cwd=os.path.dirname(self.program))
        self.ask("launch", self.launch_arguments, wait=False)
        self.await_initialized()
        if self.adapter.has_second_session:
            self.begin_second_session(counting)
        self.breakpoints = self.set_breakpoints(*lines)
        if self.capabilities.get("supportsConfigurationDoneRequest"):
            self.ask("configurationDone", wait=False)
        stop = self.stopped()
        self.say("run -> %s" % stop)
        return stop

    def await_initialized(self):
        if self.wait_for(["initialized"]) is None:
            raise Trouble("the adapter never says that it is initialised")

    def begin_second_session(self, counting):
        self.ask("configurationDone")
        asked = self.wait_for(["startDebugging"])
        if asked is None:
            raise Trouble("the adapter asks for no second session")
        self.first = self.socket, self.reader, self.writer  # it stays open
        self.messages, self.events = queue.Queue(), []
        self.connect_to(self.own_port)
        self.listen()
        self.ask("initialize", dict(counting, adapterID="bare", clientID="bare"))
        self.ask("launch", asked["body"]["configuration"], wait=False)
        self.await_initialized()

    def set_breakpoints(self, *lines):
        wanted = [line if isinstance(line, dict) else {"line": line} for line in lines]
        source = {"path": self.source, "name": os.path.basename(self.source)}
        answer = self.ask("setBreakpoints", {"source": source, "breakpoints": wanted})
        return (answer.get("body") or {}).get("breakpoints", [])

    def stopped(self, limit_s=ANSWER_S):
        event = self.wait_for(["stopped", "terminated", "exited", "gone"], limit_s)
        if event is None:
            return Stop("running", "no stop within %d s" % limit_s)
        if event["event"] == "gone":
            return Stop("gone", "the adapter has ended")
        if event["event"] != "stopped":
            return Stop("finished")
        body = event["body"]
        self.thread = body.get("threadId") or self.first_thread()
        return Stop("paused", body.get("reason"), self.stack())

    def first_thread(self):
        return self.ask("threads")["body"]["threads"][0]["id"]

    def stack(self, **arguments):
        answer = self.ask("stackTrace", dict({"threadId": self.thread}, **arguments))
        return (answer.get("body") or {}).get("stackFrames", [])

    def action(self, name, command, arguments=None, limit_s=ANSWER_S):
        answer = self.ask(command, arguments or {"threadId": self.thread})
        if not answer["success"]:
            gone = any(event["event"] == "gone" for event in self.events)
            stop = Stop("gone" if gone else "refused", answer.get("message"))
        else:
            stop = self.stopped(limit_s)
        self.say("%s -> %s" % (name, stop))
        return stop

    def step_over(self):
        return self.action("step over", "next")

    def step_in(self):
        return self.action("step in", "stepIn")

    def step_out(self):
        return self.action("step out", "stepOut")

    def go_on(self):
        return self.action("continue", "continue")

    def scopes(self, frame):
        answer = self.ask("scopes", {"frameId": frame["id"]})
        return (answer.get("body") or {}).get("scopes", [])

    def variables(self, frame, wanted=("local", "argument")):
        """Names and values of a frame's variables, and what was refused."""
        found, refused = {}, []
        for scope in self.scopes(frame):
            if not any(word in scope["name"].lower() for word in wanted):
                continue
            answer = self.ask("variables", {"variablesReference": scope["variablesReference"]})
            if answer["success"]:
                for variable in answer["body"]["variables"]:
                    found[variable["name"]] = variable["value"]
            else:
                refused.append(answer.get("message"))
        return found, refused

    def evaluate(self, expression, frame, context="watch"):
        answer = self.ask("evaluate", {"expression": expression, "frameId": frame["id"], "context": context})
        error = ((answer.get("body") or {}).get("error") or {}).get("format")
        text = answer["body"]["result"] if answer["success"] else "refused: %s" % (answer.get("message") or error)
        self.say("evaluate %s -> %s" % (expression, text))
        return text

    def close(self):
        try:
            self.send({"type": "request", "command": "disconnect", "arguments": {"terminateDebuggee": True}})
            self.process.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            pass
        kill_family(self.process.pid)
        self.process.wait(timeout=5)


def first_step(session, step, *breakpoints):
    """Where a step ends that begins at the first pause of a new session."""
    debugger = session()
    debugger.start(*breakpoints)
    return getattr(debugger, step)()


def kill_family(leader):
    """Ends a process, its descendants, and everything in the sessions that they lead."""
    parents = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name) as file:
                fields = file.read().rsplit(")", 1)[1].split()
            parents[int(name)] = (int(fields[1]), int(fields[3]))
        except (OSError, IndexError):
            continue
    family = {leader}
    grown = True
    while grown:
        more = {pid for pid, (parent, session) in parents.items() if parent in family or session in family}
        grown = not more <= family
        family |= more
    for pid in family:
        try:
            os.kill(pid, signal.SIGKILL)
        except OSError:
            pass


def reproduce(source, adapter_of, bug):
    """Plays a session and says whether the bug shows; the exit code is 1 if so, 0 if not, 2 on trouble.

    `adapter_of` makes an adapter from the path that the user may give; `bug` gets a function that
    begins a session, and returns whether the bug shows, what was expected, and what came.
    """
    folder = os.path.dirname(os.path.abspath(sys.argv[0]))
    source = os.path.join(folder, source)
    with open(source) as file:
        text = file.read()
    print("the program:")
    for number, line in enumerate(text.splitlines(), 1):
        print("%4d | %s" % (number, line))
    print("the session:")
    sessions = []
    signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(Trouble("it takes too long")))
    signal.signal(signal.SIGTERM, lambda *_: (_ for _ in ()).throw(Trouble("it was interrupted")))
    signal.alarm(WHOLE_S)

    def say(text):
        print("  " + text, flush=True)

    with tempfile.TemporaryDirectory() as area:

        def session(adapter=None):
            place = os.path.join(area, str(len(sessions)))
            os.mkdir(place)
            sessions.append(Session(adapter or adapter_of(*sys.argv[1:2]), source, place, say))
            return sessions[-1]

        try:
            shows, expected, actual = bug(session)
        except (Trouble, KeyError, OSError, subprocess.SubprocessError) as trouble:
            print("trouble: %s: %s" % (type(trouble).__name__, trouble))
            sys.stdout.flush()
            shows = None
        finally:
            for begun in sessions:
                begun.close()
    if shows is None:
        sys.exit(2)
    print("expected: " + expected)
    print("actual:   " + actual)
    print("the bug shows" if shows else "the bug does not show")
    sys.exit(1 if shows else 0)
