# Attacks the threads: every thread has a trace function, and errors in threads go to a hook.
import threading

lines = []


def trace(frame, event, argument):
    lines.append(event)
    return trace


def work(number):
    total = number
    total += 1
    return total


threading.excepthook = lambda what: lines.append("error")
threading.settrace(trace)
worker = threading.Thread(target=work, args=(1,))
worker.start()
worker.join()
print(len(lines))
