# Attacks the names that everybody uses: the builtins of this module are a dictionary of its own.
import builtins

names = dict(vars(builtins))
names["len"] = lambda thing: 42
names["print"] = lambda *words: builtins.print("own", *words)
globals()["__builtins__"] = names


def work(items):
    size = len(items)
    return size


result = eval("len([1, 2])", {"__builtins__": names})
print(result)
value = work([1])
print(value)
