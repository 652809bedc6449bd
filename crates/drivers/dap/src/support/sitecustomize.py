"""Makes every connection of a process send small messages at once, and keeps it out of a program's way.

pydevd writes the header and the body of a message separately. Without this, the second one waits
40 ms for the acknowledgement of the first. The low descriptors are taken until the program runs, so
that no connection gets one of those which programs use.
"""
import os
import socket

FIRST_CHANNEL = 200


def occupy():
    number = os.open(os.devnull, os.O_RDONLY)
    while number < FIRST_CHANNEL:
        number = os.dup(number)
    os.close(number)


def hurry(connection):
    try:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError:
        pass


def connect(self, address, original=socket.socket.connect):
    original(self, address)
    hurry(self)


def accept(self, original=socket.socket.accept):
    connection, address = original(self)
    hurry(connection)
    return connection, address


socket.socket.connect = connect
socket.socket.accept = accept
try:
    occupy()
except OSError:
    # A process that may not have that many uses the highest it can.
    pass
