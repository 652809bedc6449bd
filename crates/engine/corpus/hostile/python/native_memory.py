# Attacks the memory of the process: writes through ctypes, and calls the interpreter's own functions.
import ctypes

cell = ctypes.c_int(5)
address = ctypes.addressof(cell)
ctypes.memset(address, 0, 4)
before = cell.value
depth = ctypes.pythonapi.Py_GetRecursionLimit()
print(before, depth > 0)
ctypes.pythonapi.PyEval_SetTrace(None, None)
after = before + 1
print(after)
