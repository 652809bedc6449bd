# Attacks the host: a child that prints, and one that ends by a signal.
import os
import signal
import sys


def child(kind):
    sys.stdout.flush()
    if os.fork() == 0:
        print("child", kind)
        sys.stdout.flush()
        if kind == 1:
            os.kill(os.getpid(), signal.SIGKILL)
        os._exit(kind)
    return os.wait()[1]


first = child(5)
print("first", first)
second = child(1)
print("second", second)
