# Attacks the comparison of runs: counts descriptors, variables, threads and modules.
import os
import sys
import threading


def open_descriptors():
    count = 0
    for number in range(3, 64):
        try:
            os.fstat(number)
            count += 1
        except OSError:
            pass
    return count


descriptors = open_descriptors()
print("descriptors", descriptors)
print("threads", threading.active_count())
print("variables", sorted(name for name in os.environ if "PYTHON" in name or "DEBUNK" in name))
print("flags", sys.argv[1:], sys.stdin.isatty(), sys.stdout.isatty())
