# Attacks the host: the child of a fork runs on as if it were the program.
import os
import sys

sys.stdout.flush()
is_parent = os.fork() != 0
if is_parent:
    os.wait()
value = 1 if is_parent else 2
print("value", value)
value += 10
print("value", value)
