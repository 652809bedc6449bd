# Attacks pauses: asks for a debugger by itself, where the environment says that there is none.
import os

os.environ["PYTHONBREAKPOINT"] = "0"
value = 1


def work(n):
    total = n
    breakpoint()
    total += 1
    return total


value = work(value)
breakpoint()
value = work(value)
print(value)
