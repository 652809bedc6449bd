# Attacks the host: handlers for the signals that it may need, and one raised by the program.
import os
import signal

caught = []
for number in (signal.SIGCHLD, signal.SIGUSR1, signal.SIGPIPE):
    signal.signal(number, lambda which, frame: caught.append(int(which)))


def poke(which):
    os.kill(os.getpid(), which)
    return len(caught)


signal.signal(signal.SIGINT, signal.SIG_IGN)
poke(signal.SIGINT)
poke(signal.SIGUSR1)
print("caught", caught)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
print("end")
