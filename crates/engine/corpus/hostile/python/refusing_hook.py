# Attacks the interpreter: an audit hook refuses to open files and to compile.
import sys


def refuse(event, arguments):
    if event in ("open", "compile", "exec", "socket.connect"):
        raise RuntimeError("refused")


def work(number):
    doubled = number * 2
    return doubled


sys.addaudithook(refuse)
result = work(4)
print("result", result)
