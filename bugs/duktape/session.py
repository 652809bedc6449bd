"""A session of Duktape's debugger: its protocol over a socket on this machine, and nothing else."""
import os
import socket
import struct
import subprocess
import sys
import time

PORT = 9091
RESUME, STEP_INTO, STEP_OVER, STEP_OUT, ADD_BREAK = 0x13, 0x14, 0x15, 0x16, 0x18
STATUS, THROW = 1, 5
MARKS = {0: "EOM", 1: "REQ", 2: "REP", 3: "ERR", 4: "NFY"}


class Session:
    def __init__(self, program):
        self.file = os.path.basename(program)
        self.process = subprocess.Popen(
            [os.path.abspath("duk"), "--debugger", self.file],
            cwd=os.path.dirname(os.path.abspath(program)),
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        for _ in range(50):
            try:
                self.socket = socket.create_connection(("127.0.0.1", PORT), timeout=5)
                break
            except OSError:
                time.sleep(0.1)
        else:
            sys.exit("duk does not listen")
        while self.read(1) != b"\n":
            pass
        self.wait_paused()

    def read(self, length):
        data = b""
        while len(data) < length:
            chunk = self.socket.recv(length - len(data))
            if not chunk:
                raise EOFError
            data += chunk
        return data

    def value(self):
        first = self.read(1)[0]
        if first in MARKS:
            return MARKS[first]
        if first == 0x10:
            return struct.unpack(">i", self.read(4))[0]
        if first in (0x11, 0x12):
            width = 4 if first == 0x11 else 2
            return self.read(int.from_bytes(self.read(width), "big")).decode("utf-8", "replace")
        if first in (0x16, 0x17, 0x18, 0x19):
            return {0x16: None, 0x17: None, 0x18: True, 0x19: False}[first]
        if 0x60 <= first < 0x80:
            return self.read(first - 0x60).decode("utf-8", "replace")
        if 0x80 <= first < 0xc0:
            return first - 0x80
        if first >= 0xc0:
            return (first - 0xc0) << 8 | self.read(1)[0]
        sys.exit("unknown value %#x" % first)

    def message(self):
        """The values of a message; one that begins inside of it is left in."""
        values = []
        while True:
            value = self.value()
            if value == "EOM":
                return values
            values.append(value)

    def request(self, command, *arguments):
        data = bytes([1, 0x80 + command])
        for argument in arguments:
            if isinstance(argument, str):
                data += bytes([0x60 + len(argument)]) + argument.encode()
            else:
                data += bytes([0x10]) + struct.pack(">i", argument)
        self.socket.sendall(data + b"\0")

    def wait_paused(self):
        """The line at which the program is paused, or None when it has ended."""
        try:
            while True:
                message = self.message()
                if message[:3] == ["NFY", STATUS, 1]:
                    return message[5]
                if "NFY" in message[1:]:
                    return message
        except (EOFError, ConnectionError):
            return None

    def add_breakpoint(self, line):
        self.request(ADD_BREAK, self.file, line)

    def run(self, command):
        self.request(command)
        return self.wait_paused()

    def end(self):
        self.process.kill()
        self.process.wait()
        self.socket.close()


def verdict(is_bug):
    print("bug" if is_bug else "ok")
    sys.exit(1 if is_bug else 0)
