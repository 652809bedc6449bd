# Attacks the debugger: threads that outlive the program, and a trace function for threads.
import threading

seen = []


def wait():
    threading.Event().wait(60)


def note(value):
    seen.append(value)


threading.Thread(target=wait, daemon=True).start()
other = threading.Thread(target=note, args=(3,))
other.start()
other.join()
print("seen", seen)
