"""Makes every connection of a process send small messages at once.

pydevd writes the header and the body of a message separately. Without this, the second one waits
40 ms for the acknowledgement of the first.
"""
import socket


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
