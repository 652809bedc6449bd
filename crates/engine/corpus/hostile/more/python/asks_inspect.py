# Attacks the comparison of runs: asks a library for the stack and what is in it, and prints nothing of it.
import inspect

value = 1
depth = len(inspect.stack())
names = [info.function for info in inspect.stack()]


def work(n):
    total = n
    total += 1
    caller = inspect.currentframe().f_back
    total += len(inspect.getargvalues(caller).args)
    return total


value = work(value)
value = work(value)
for info in inspect.stack()[1:]:
    owner = info.frame.f_locals.get("self")
    if hasattr(owner, "set_continue") and hasattr(owner, "clear_all_breaks"):
        owner.clear_all_breaks()
value += 1
value += 2
print(value)
