# Attacks the comparison of runs: asks whether it is traced.
import sys


def watched():
    trace = sys.gettrace()
    return trace is not None


flag = watched()
if flag:
    print("watched")
else:
    print("alone")
print("modules", "bdb" in sys.modules, "pydevd" in sys.modules)
