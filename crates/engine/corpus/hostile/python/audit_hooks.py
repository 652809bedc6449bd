# Attacks the interpreter: an audit hook counts what anybody does, and refuses some of it.
import sys

seen = {"open": 0, "import": 0, "compile": 0}


def watch(event, arguments):
    if event in seen:
        seen[event] += 1


sys.addaudithook(watch)
total = sum(range(5))
print("total", total)
print("open", seen["open"], "compile", seen["compile"])
