"""An adapter that misbehaves in the way that its first argument names."""
import json
import os
import subprocess
import sys
import time

mode = sys.argv[1]
seq = 0


def receive():
    length = 0
    while True:
        line = sys.stdin.buffer.readline()
        if not line:
            sys.exit(0)
        if line == b"\r\n":
            return json.loads(sys.stdin.buffer.read(length))
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])


def send(message):
    global seq
    seq += 1
    body = json.dumps({"seq": seq, **message}).encode()
    sys.stdout.buffer.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
    sys.stdout.buffer.flush()


def respond(request, body=None, success=True):
    send({"type": "response", "request_seq": request["seq"], "success": success,
          "command": request["command"], "body": body or {}, "message": "no"})


def event(name, body=None):
    send({"type": "event", "event": name, "body": body or {}})


def serve():
    while True:
        request = receive()
        command = request["command"]
        if command == "initialize":
            respond(request, {"supportsConfigurationDoneRequest": True})
            event("initialized")
        elif command == "launch":
            if mode == "refuses":
                respond(request, success=False)
                continue
            respond(request)
        elif command == "setBreakpoints":
            lines = request["arguments"]["breakpoints"]
            respond(request, {"breakpoints": [{"verified": True, "line": one["line"]}
                                              for one in lines]})
        elif command == "configurationDone":
            respond(request)
            start()
        else:
            respond(request)


def start():
    if mode == "floods":
        while True:
            event("stopped", {"reason": "pause", "threadId": 1})
    if mode == "chatters":
        while True:
            event("output", {"category": "console", "output": "blah"})
    if mode == "dies":
        subprocess.Popen(["sleep", "1000"], start_new_session=True)
        os._exit(7)
    if mode == "departs":
        event("stopped", {"threadId": "one"})
        event("stopped", {"reason": "step", "threadId": 1})
        event("breakpoint", {"reason": "changed", "breakpoint": {"id": 99, "verified": True}})
        send({"type": "response", "request_seq": 4711, "success": True, "command": "next"})
        event("exited", {"exitCode": "zero"})
        event("terminated")
    # Anything else never answers again.


if mode == "silent":
    time.sleep(1000)
elif mode == "garbage":
    sys.stdout.write("this is no header\n")
    sys.stdout.flush()
    time.sleep(1000)
elif mode == "bad-json":
    receive()
    sys.stdout.buffer.write(b"Content-Length: 5\r\n\r\n{{{{{")
    sys.stdout.buffer.flush()
    time.sleep(1000)
elif mode == "closes":
    sys.exit(0)
else:
    serve()
