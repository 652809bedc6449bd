# Attacks the output: puts another file over its descriptor and back.
import os
import sys

saved = os.dup(1)
nowhere = os.open(os.devnull, os.O_WRONLY)
print("first")
sys.stdout.flush()
os.dup2(nowhere, 1)
print("lost")
sys.stdout.flush()
os.dup2(saved, 1)
print("second")
os.close(nowhere)
os.close(saved)
