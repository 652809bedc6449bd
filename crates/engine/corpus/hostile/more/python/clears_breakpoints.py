# Attacks the debugger through its own trace function: the object behind it loses all its breakpoints.
import sys

tracer = sys.gettrace()
owner = getattr(tracer, "__self__", None)


def work(n):
    total = n
    total += 1
    total += 2
    return total


if hasattr(owner, "clear_all_breaks"):
    owner.clear_all_breaks()
if hasattr(owner, "set_continue"):
    owner.stopframe = None
value = work(1)
value = work(value)
value += 1
print(value)
value += 1
print(value)
