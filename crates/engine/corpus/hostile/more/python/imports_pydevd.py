# Attacks the debugger: imports it by name, if it is there, and takes the breakpoints away.
value = 1
try:
    import pydevd

    debugger = pydevd.get_global_debugger()
    for name in ("breakpoints", "file_to_id_to_line_breakpoint", "api_received_breakpoints"):
        kept = getattr(debugger, name, None)
        if kept is not None:
            kept.clear()
except ImportError:
    value = 1


def work(n):
    total = n
    total += 1
    total += 2
    return total


value = work(value)
value = work(value)
print(value)
value += 1
print(value)
