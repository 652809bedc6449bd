# Attacks the host: changes its folder, its path of modules and its own name, and removes its file.
import os
import sys

os.chdir("/")
sys.path[:] = []
sys.argv[:] = ["forged"]
sys.modules["__main__"].__file__ = "forged"


def work(number):
    result = number ** 2
    return result


value = work(3)
print(value)
for name in ("json", "os", "linecache", "types", "bdb", "signal"):
    sys.modules.pop(name, None)
value = work(value)
print(value)
