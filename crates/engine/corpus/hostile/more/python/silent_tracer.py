# Attacks the witness: takes another path when a debugger's modules are there, and prints nothing of it.
import importlib

value = 1
known = importlib.import_module("sys").__dict__["mod" + "ules"]
if "bdb" in known or "pydevd" in known:
    value = 2
    value += 1
value = 5
print(value)
