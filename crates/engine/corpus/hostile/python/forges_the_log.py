# Attacks the witness: finds its mark in the text that it runs from, prints a log and ends.
import os
import re
import sys

with open(__file__) as file:
    text = file.read()
found = re.search(r'"(debunk [^"]*: )"', text)


def path(flag):
    result = 1
    if flag:
        result = 2
    return result


value = path(True)
print("value", value)
value = path(False)
print("value", value)
sys.stdout.flush()
if found:
    os.write(1, ("\n" + found.group(1) + "w0\n" + found.group(1) + "z\n").encode())
    os._exit(0)
