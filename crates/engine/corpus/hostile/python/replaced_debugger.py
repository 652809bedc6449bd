# Attacks the host: the debugger's own class is changed while it is in use.
import sys

changed = 0
for name in ("bdb", "pydevd", "_pydevd_bundle.pydevd_frame"):
    module = sys.modules.get(name)
    if module is None:
        continue
    for kind in list(vars(module).values()):
        if isinstance(kind, type) and hasattr(kind, "user_line"):
            kind.user_line = lambda self, frame: None
            kind.break_here = lambda self, frame: False
            changed += 1


def triple(number):
    result = number * 3
    return result


value = triple(2)
print(value)
value = triple(value)
print(value)
