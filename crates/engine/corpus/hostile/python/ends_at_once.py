# Attacks the end of a run: ends at once, with text that was never written.
import os
import sys


def leave(code):
    doubled = code * 2
    os._exit(doubled)


print("written")
sys.stdout.flush()
print("never written")
code = 3
leave(code)
